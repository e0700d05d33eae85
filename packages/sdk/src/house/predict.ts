/** Where a fighter will be if it goes on as it does: its speed, its knockback, gravity, and the floors that stop its fall. */
import { figuresOf, type FighterFigures } from '../figures.ts'
import type { FighterView } from '../game.ts'
import type { Stage } from '../stages.ts'
import { ACTION, isDashing, isHanging } from './actions.ts'

/** Frames that are looked ahead. */
export const HORIZON = 60

/** By how much the speed of knockback sinks on each frame in the air. */
const KNOCKBACK_DECAY = 0.051
const FAST_FALL = 0x08
/** The height of the ground in the middle, also where it slopes to the ledges. */
const GROUND = 0

export interface Path {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** Frames until it stands; 0 for one that does, infinite for one that does not within the horizon. */
  readonly landsIn: number
}

/** The place on each of the next frames; the first is the present one. */
export function pathOf(fighter: FighterView, stage: Stage): Path {
  const body = figuresOf(fighter.character)
  const { post } = fighter.raw
  let { x, y } = fighter
  const xs = [x]
  const ys = [y]
  let kbX = post?.speedAttackX ?? 0
  let kbY = post?.speedAttackY ?? 0
  let vx = fighter.speedX - kbX
  let vy = fighter.speedY - kbY
  let isAirborne = fighter.isAirborne
  let landsIn = isAirborne ? Infinity : 0
  const slows = !isAirborne && !isDashing(fighter) && !(fighter.action > ACTION.wait && fighter.action < ACTION.turn)
  const isFast = ((post?.stateBitFlags2 ?? 0) & FAST_FALL) !== 0
  const most = isFast ? body.fastFallSpeed : body.fallSpeed
  for (let frame = 1; frame <= HORIZON; frame++) {
    if (frame <= fighter.hitlag || isHanging(fighter)) {
      xs.push(x)
      ys.push(y)
      continue
    }
    if (isAirborne) {
      vy = Math.max(Math.min(vy, -most), vy - body.gravity)
      const speed = Math.hypot(kbX, kbY)
      const left = speed > KNOCKBACK_DECAY ? 1 - KNOCKBACK_DECAY / speed : 0
      kbX *= left
      kbY *= left
      const before = y
      x += vx + kbX
      y += vy + kbY
      const floor = floorBetween(stage, x, before, y)
      if (floor !== null) {
        y = floor
        isAirborne = false
        landsIn = frame
        vx = kbX = kbY = 0
      }
    } else {
      if (slows || landsIn > 0) vx = toward0(vx, body.groundFriction)
      kbX = toward0(kbX, body.groundFriction)
      x = Math.abs(x) < stage.edge ? clamp(x + vx + kbX, stage.edge) : x + vx + kbX
    }
    xs.push(x)
    ys.push(y)
  }
  return { xs, ys, landsIn }
}

/** Where it is if it stays where it is. */
export function standstill({ x, y, isAirborne }: FighterView): Path {
  const still = (value: number) => Array.from({ length: HORIZON + 1 }, () => value)
  return { xs: still(x), ys: still(y), landsIn: isAirborne ? Infinity : 0 }
}

/** The path of a fighter on the ground that jumps, leaves it after a number of frames, and drifts in a direction. */
export function jumpPathOf(fighter: FighterView, direction: number, isFull: boolean, after: number): Path {
  const body = figuresOf(fighter.character)
  const slide = fighter.speedX
  let vx = clamp(slide * body.leapKeeps + direction * body.leapSpeed, body.leapMost)
  let vy = isFull ? body.fullHopSpeed : body.shortHopSpeed
  let { x, y } = fighter
  let landsIn = Infinity
  const xs = [x]
  const ys = [y]
  for (let frame = 1; frame <= HORIZON; frame++) {
    if (frame >= after && landsIn === Infinity) {
      x += vx
      y += vy
      vx = drifted(vx, direction, body)
      vy = Math.max(-body.fallSpeed, vy - body.gravity)
      if (y < fighter.y) [y, landsIn] = [fighter.y, frame]
    } else if (landsIn === Infinity) x += slide
    xs.push(x)
    ys.push(y)
  }
  return { xs, ys, landsIn }
}

/** A frame later, with the stick held in a direction. */
function drifted(vx: number, direction: number, { airSpeed, airAcceleration, airFriction }: FighterFigures): number {
  const along = vx * direction
  return (
    direction *
    (along > airSpeed ? Math.max(airSpeed, along - airFriction) : Math.min(airSpeed, along + airAcceleration))
  )
}

/** The height of the highest floor that is passed on the way down at `x`. */
function floorBetween({ edge, platforms }: Stage, x: number, from: number, to: number): number | null {
  if (to >= from) return null
  for (const { left, right, y } of platforms) if (x > left && x < right && from >= y && to < y) return y
  return Math.abs(x) < edge && from >= GROUND - 4 && to < GROUND ? GROUND : null
}

function toward0(value: number, step: number): number {
  return Math.abs(value) <= step ? 0 : value - Math.sign(value) * step
}

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))
