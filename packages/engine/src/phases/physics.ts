/**
 * Priority 4: the stage moves, then each fighter. Its physics callback sets speeds, and the position adds them up in
 * the game's order with one rounding each. Moving floors and wind carry it, and it dies beyond the blast zones.
 */
import { ACTION } from '../action-ids.ts'
import { holderOf } from '../actions/capture.ts'
import { die, dieUpward, isArriving } from '../actions/match-flow.ts'
import { COMBO_PUSH, DEATH, INPUT, KNOCKBACK_DECAY, MOST_SLIDE, SDI, SHIELD_HIT } from '../constants.ts'
import type { Fighter } from '../fighter.ts'
import { isUcfShieldShift, isUcfShift } from '../input/ucf.ts'
import type { Match } from '../match.ts'
import { atan2f, cosf, f, fma, sinf, sqrtf } from '../math.ts'
import { WIND_PUSH } from '../stages/stage.ts'
import { moveAlongFloor } from '../movement/ground.ts'
import { isAbsent } from '../state/presence.ts'
import { yields } from './hitlag.ts'

export function moveStage(match: Match): void {
  const { stage, stageRecord, record, recorder, rules } = match
  stage.update?.(stageRecord, record, match.fighters, rules.deadCount, match.articles.shyGuys)
  match.syncTerrain()
  recorder.stage(match)
}

export function move(match: Match): void {
  const { fighters } = match
  for (let i = 0; i < fighters.length; i++) {
    const fighter = fighters[i]!
    let push = 0
    if (!fighter.isFrozen) {
      if (fighter.ledgeCooldownLeft > 0) fighter.ledgeCooldownLeft--
      fighter.state.physics(fighter)
      decayKnockback(fighter)
      integrate(fighter)
      push = windOn(fighter)
    } else if (yields(fighter)) {
      shiftByStick(fighter)
    }
    backOff(fighter)
    carry(fighter)
    if (push !== 0) fighter.x = f(fighter.x + push)
    checkBlastZones(fighter)
  }
}

/**
 * Knockback decays before it moves the fighter: along its direction in the air, by friction along the floor on the
 * ground.
 */
function decayKnockback(fighter: Fighter): void {
  const { kbVx, kbVy } = fighter
  if (kbVx === 0 && kbVy === 0) return
  if (!fighter.isAirborne) {
    slide(fighter)
    return
  }
  fighter.groundKnockback = 0
  const speed = sqrtf(fma(kbVx, kbVx, f(kbVy * kbVy)))
  if (speed < KNOCKBACK_DECAY) {
    fighter.kbVx = 0
    fighter.kbVy = 0
    return
  }
  const angle = atan2f(kbVy, kbVx)
  fighter.kbVx = fma(-KNOCKBACK_DECAY, cosf(angle), kbVx)
  fighter.kbVy = fma(-KNOCKBACK_DECAY, sinf(angle), kbVy)
}

/** On the ground sideways knockback continues along the floor, also over joints. */
function slide(fighter: Fighter): void {
  const { kbVx, floorLine, kind, match } = fighter
  const { normalX, normalY, friction } = match.terrain
  const across = normalX[floorLine]!
  const speed = fighter.groundKnockback || Math.max(-MOST_SLIDE, Math.min(MOST_SLIDE, kbVx))
  const loss = f(kind.attributes.groundFriction * friction[floorLine]!)
  const left = Math.abs(speed) <= loss ? 0 : f(speed - Math.sign(speed) * loss)
  fighter.groundKnockback = left
  fighter.kbVx = f(normalY[floorLine]! * left)
  fighter.kbVy = across === 0 ? 0 : f(-across * left)
}

/** SDI: a flick of the stick shifts a victim in hitlag, once per flick. Checked on 1,396 recorded shifts. */
function shiftByStick(fighter: Fighter): void {
  const { stickX, stickY } = fighter
  if (fighter.isShielding) {
    shiftShieldByStick(fighter)
    return
  }
  if (sqrtf(fma(stickX, stickX, f(stickY * stickY))) < SDI.stick) return
  const isFlick = fighter.tiltXTimer < SDI.tiltFrames || fighter.tiltYTimer < SDI.tiltFrames
  if (!isFlick && !isUcfShift(fighter)) return
  fighter.x = f(fighter.x + f(SDI.step * stickX))
  fighter.y = f(fighter.y + f(SDI.step * stickY))
  fighter.tiltXTimer = INPUT.timerEnd
  fighter.tiltYTimer = INPUT.timerEnd
}

/** Behind a shield: along the floor only, over a shorter distance. */
function shiftShieldByStick(fighter: Fighter): void {
  const { stickX } = fighter
  if (Math.abs(stickX) < SDI.stick) return
  if (fighter.tiltXTimer >= SDI.tiltFrames && !isUcfShieldShift(fighter)) return
  moveAlongFloor(fighter, f(f(SHIELD_HIT.shift * SDI.step) * stickX))
  fighter.tiltXTimer = INPUT.timerEnd
}

function integrate(fighter: Fighter): void {
  if (fighter.isAirborne) fighter.selfVx = f(fighter.selfVx + fighter.airAccelerationX)
  fighter.airAccelerationX = 0
  fighter.x = f(fighter.x + fighter.nudgeX)
  fighter.z = f(fighter.z + fighter.nudgeZ)
  fighter.x = f(fighter.x + fighter.selfVx)
  fighter.y = f(fighter.y + fighter.selfVy)
  fighter.x = f(fighter.x + fighter.kbVx)
  fighter.y = f(fighter.y + fighter.kbVy)
  if (fighter.shieldPush !== 0) pushBack(fighter)
}

/** A shield pushes its attacker back for some frames, along the floor. */
function pushBack(fighter: Fighter): void {
  const { shieldPush, kind, match, floorLine } = fighter
  const ground = match.terrain.friction[floorLine] ?? 1
  const friction = f(f(kind.attributes.groundFriction * ground) * SHIELD_HIT.attackerFriction)
  const left = Math.max(0, f(Math.abs(shieldPush) - friction))
  fighter.shieldPush = fighter.isAirborne ? 0 : Math.sign(shieldPush) * left
  fighter.x = f(fighter.x + f((match.terrain.normalY[floorLine] ?? 1) * fighter.shieldPush))
}

/**
 * A fighter that hit several times in a row is pushed back a little, even in hitlag. Source: doldecomp/melee
 * (ftColl_80076528).
 */
function backOff(fighter: Fighter): void {
  if (fighter.comboPushLeft === 0) return
  fighter.comboPushLeft--
  if (fighter.holds >= 0 || fighter.isAirborne) return
  const step = fighter.comboCount < COMBO_PUSH.manyHits ? COMBO_PUSH.step : COMBO_PUSH.manyStep
  moveAlongFloor(fighter, -f(fighter.facing * step))
}

/**
 * The wind's push on a fighter that is not in hitlag, where its own speed takes it. Source: doldecomp/melee
 * (Fighter_procUpdate, fn_802112F4).
 */
function windOn(fighter: Fighter): number {
  const { stage, stageRecord } = fighter.match
  return stage.wind && !isAbsent(fighter) ? stage.wind(stageRecord, fighter) * WIND_PUSH : 0
}

/** Moving floors carry fighters that stand on them. */
function carry(fighter: Fighter): void {
  const { terrain } = fighter.match
  if (!fighter.isAirborne && fighter.floorLine >= 0) {
    fighter.x = f(fighter.x + terrain.movedX[fighter.floorLine]!)
    fighter.y = f(fighter.y + terrain.movedY[fighter.floorLine]!)
  }
}

/** Above the top a fighter dies only if it stands, is frozen in ice, or was launched there fast. */
function isThrownUp({ isAirborne, action, kbVy }: Fighter): boolean {
  return !isAirborne || action === ACTION.DamageIce || kbVy > DEATH.upSpeed
}

/** Kirby's upward throw takes neither of the two over a blast zone while it rises (ftCo_800DD398, ftCo_800DD724). */
function risesInThrow(fighter: Fighter): boolean {
  const { kind, action, isAirborne, animationRate } = holderOf(fighter) ?? fighter
  return kind.throwsLoosely && action === ACTION.ThrowHi && isAirborne && animationRate !== 0
}

function checkBlastZones(fighter: Fighter): void {
  if (isAbsent(fighter) || isArriving(fighter) || risesInThrow(fighter)) return
  const { left, right, top, bottom } = fighter.match.stage.blastZone
  if (fighter.y < bottom) die(fighter, ACTION.DeadDown)
  else if (fighter.x < left) die(fighter, ACTION.DeadLeft)
  else if (fighter.x > right) die(fighter, ACTION.DeadRight)
  else if (fighter.y > top && isThrownUp(fighter)) dieUpward(fighter)
}
