/**
 * The collision callbacks that action states name: what happens to a fighter at floors, edges and ledges after it moved.
 * Source: doldecomp/melee (ft_80084280 and kin).
 */
import { LEDGE, PASS, TEETER_STICK } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { landWithLag, land } from '../actions/landing.ts'
import { fallOff, landingLagOfFallSpecial } from '../actions/fall.ts'
import { enterCliffCatch } from '../actions/ledge.ts'
import { landFromShieldBreak } from '../actions/shield-break.ts'
import { enterOttotto } from '../actions/teeter.ts'
import { ACTION } from '../actions/ids.ts'
import { FALL_SPECIAL } from '../constants.ts'
import type { Line } from '../terrain.ts'
import { f } from '../math.ts'

/** Standing fighters are this far above their line. */
const SKIN = f(0.0001)

function heightAt(line: Line, x: number): number {
  if (line.y0 === line.y1) return line.y0
  return f(line.y0 + f((line.y1 - line.y0) * f(f(x - line.x0) / f(line.x1 - line.x0))))
}

export function placeOnFloor(fighter: Fighter, id: number): void {
  const line = fighter.match.stage.line(id)!
  fighter.floorLine = id
  fighter.y = f(heightAt(line, fighter.x) + SKIN)
}

/** Follows the floor; true when it ran out under the fighter. */
function isOffFloor(fighter: Fighter): boolean {
  const { lines } = fighter.match.stage
  let at = -1
  for (let i = 0; i < lines.length; i++) if (lines[i]!.id === fighter.floorLine) at = i
  if (at < 0) return true
  let line = lines[at]!
  for (;;) {
    if (fighter.x < line.x0) {
      const next = lines[at - 1]
      if (!next || next.isPlatform !== line.isPlatform || next.x1 !== line.x0) return true
      line = next
      at--
    } else if (fighter.x > line.x1) {
      const next = lines[at + 1]
      if (!next || next.isPlatform !== line.isPlatform || next.x0 !== line.x1) return true
      line = next
      at++
    } else {
      fighter.floorLine = line.id
      fighter.y = f(heightAt(line, fighter.x) + SKIN)
      return false
    }
  }
}

/** Edges are no obstacle: the fighter falls off. */
export function stayOrFall(fighter: Fighter): void {
  if (isOffFloor(fighter)) fallOff(fighter)
}

function stopAtEdge(fighter: Fighter): void {
  const { lines } = fighter.match.stage
  let left = fighter.match.stage.line(fighter.floorLine)!
  let right = left
  for (const line of lines) {
    if (line.isPlatform !== left.isPlatform) continue
    if (!left.isPlatform) {
      if (line.x0 < left.x0) left = line
      if (line.x1 > right.x1) right = line
    }
  }
  if (fighter.x < left.x0) {
    fighter.x = left.x0
    fighter.floorLine = left.id
  } else if (fighter.x > right.x1) {
    fighter.x = right.x1
    fighter.floorLine = right.id
  }
  placeOnFloor(fighter, fighter.floorLine)
}

/** Held at the edge. */
export function clampToEdge(fighter: Fighter): void {
  if (isOffFloor(fighter)) stopAtEdge(fighter)
}

/** Stops at the edge and teeters, unless the stick insists. */
export function stayOrTeeter(fighter: Fighter): void {
  const isFacingOut = fighter.x * fighter.facing > 0
  if (!isOffFloor(fighter)) return
  if (f(fighter.stickX * fighter.facing) < TEETER_STICK && isFacingOut) {
    stopAtEdge(fighter)
    if (fighter.action !== ACTION.Ottotto && fighter.action !== ACTION.OttottoWait) enterOttotto(fighter)
  } else {
    fallOff(fighter)
  }
}

/** Finds the floor that the fighter's lowest point went through, and stands it there. */
function findLanding(fighter: Fighter, passes: boolean): boolean {
  const bottom = fighter.ecbLockLeft > 0 ? 0 : fighter.kind.ecbBottom(fighter.action, fighter.animationFrame)
  const before = f(fighter.previousY + fighter.previousEcbBottom)
  const after = f(fighter.y + bottom)
  fighter.previousEcbBottom = bottom
  if (after > before) return false
  for (const line of fighter.match.stage.lines) {
    if (line.isPlatform && (passes || line.id === fighter.passedLine)) continue
    if (fighter.x < line.x0 || fighter.x > line.x1) continue
    const y = heightAt(line, fighter.x)
    if (before >= y && after < y) {
      placeOnFloor(fighter, line.id)
      return true
    }
  }
  return false
}

function holdsDown(fighter: Fighter): boolean {
  return fighter.stickY <= -PASS.stick
}

/** Free in the air: lands, lets platforms pass while the stick is down, takes hold of ledges. */
export function collideFreely(fighter: Fighter): void {
  if (findLanding(fighter, holdsDown(fighter))) land(fighter)
  else tryLedge(fighter)
}

/** Helpless: as free, but landing costs its lag. */
export function collideHelplessly(fighter: Fighter): void {
  if (findLanding(fighter, holdsDown(fighter))) landWithLag(fighter, landingLagOfFallSpecial(fighter))
  else tryLedge(fighter)
}

/** Air dodge: lands on everything and holds no ledge. */
export function collideInEscapeAir(fighter: Fighter): void {
  if (findLanding(fighter, false)) landWithLag(fighter, FALL_SPECIAL.landingLag)
}

export function collideShieldBreak(fighter: Fighter): void {
  if (findLanding(fighter, false)) landFromShieldBreak(fighter)
}

function tryLedge(fighter: Fighter): void {
  if (fighter.ledgeCooldownLeft > 0 || fighter.y >= fighter.previousY || fighter.stickY <= -LEDGE.refuseStick) return
  const { ledges } = fighter.match.stage
  const { snapX, snapY, snapHeight } = fighter.kind.ledgeReach
  const reach = f(fighter.kind.body.side + snapX)
  for (let i = 0; i < ledges.length; i++) {
    const { x, y, side } = ledges[i]!
    if (fighter.facing !== -side) continue
    const ahead = f(f(x - fighter.x) * fighter.facing)
    if (ahead < 0 || ahead > reach) continue
    if (Math.abs(f(y - f(fighter.y + snapY))) > snapHeight / 2) continue
    if (isHeld(fighter, i)) continue
    enterCliffCatch(fighter, i)
    return
  }
}

function isHeld(fighter: Fighter, ledge: number): boolean {
  for (const other of fighter.match.fighters) if (other !== fighter && other.ledge === ledge) return true
  return false
}
