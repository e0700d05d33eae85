/** When a fighter lands, and what is pressed for it: L-cancels and techs. */
import { BUTTON, stick, type Hands } from '../controller.ts'
import type { FighterView } from '../fighter-view.ts'
import { figuresOf, GAME } from '../figures.ts'
import type { Game } from '../game.ts'
import { groundAt, type Stage } from '../stages.ts'
import type { Direction } from './movement.ts'

/** How far ahead a landing is looked for. */
const LOOK_AHEAD = 120
/**
 * Frames before the landing at which the button goes down. The game takes it up to 6 frames before; the pose decides to a frame or three
 * when the feet touch the floor, and that is later than the fighter's place says.
 */
const CANCEL_AHEAD = 3
/** The same for a tech, which may be pressed up to 19 frames before. */
const TECH_AHEAD = 8
/** A fighter that draws up its feet is so far in the ground at most when they touch it. */
const SUNK = 8
/** An analog trigger that shields, and neither dodges in the air nor counts as a try to tech. */
const LIGHT_PRESS = 100

type Falling = Pick<
  FighterView,
  | 'character'
  | 'x'
  | 'y'
  | 'speedX'
  | 'speedY'
  | 'speedAttackX'
  | 'speedAttackY'
  | 'isAirborne'
  | 'isFastFalling'
  | 'hitlag'
>

/**
 * Frames until a fighter in the air touches a floor if it goes on as it does, hitlag included; null where it meets none soon. The stick
 * may change it, and a platform counts though a fighter may drop through it.
 */
export function landsIn(fighter: Falling, stage: Pick<Stage, 'ground' | 'platforms'>): number | null {
  if (!fighter.isAirborne) return null
  const { gravity, fallSpeed, fastFallSpeed } = figuresOf(fighter.character)
  const most = fighter.isFastFalling ? fastFallSpeed : fallSpeed
  let { x, y, speedAttackX: launchX, speedAttackY: launchY } = fighter
  const ownX = fighter.speedX - launchX
  let ownY = fighter.speedY - launchY
  for (let frame = 1; frame <= LOOK_AHEAD; frame++) {
    const launch = Math.hypot(launchX, launchY)
    const kept = launch > GAME.knockbackDecay ? 1 - GAME.knockbackDecay / launch : 0
    launchX *= kept
    launchY *= kept
    ownY = fighter.isFastFalling ? -most : Math.max(ownY - gravity, -most)
    const before = y
    x += ownX + launchX
    y += ownY + launchY
    if (y < before && crossesFloor(stage, x, before, y)) return frame + Math.max(0, Math.ceil(fighter.hitlag) - 1)
  }
  return null
}

function crossesFloor(
  { ground, platforms }: Pick<Stage, 'ground' | 'platforms'>,
  x: number,
  from: number,
  to: number,
): boolean {
  const solid = groundAt({ ground }, x)
  if (solid !== null && from >= solid - SUNK && to <= solid) return true
  return platforms.some(({ left, right, y }) => x >= left && x <= right && from >= y && to <= y)
}

const AERIAL = /^AttackAir/

/**
 * The trigger for an L-cancel, if this is the frame for it; to be joined with what else the bot does. It is a light press, which does
 * nothing where the attack ends before the landing. Hitlag keeps a press for its end, as the game does.
 *
 * @example
 * frame: (game) => ({ ...stick(toward), ...lCancel(game) })
 */
export function lCancel(game: Game): Hands {
  const { me, stage, lead } = game
  if (!AERIAL.test(me.actionName)) return {}
  const left = landsIn(me, stage)
  if (left === null) return {}
  // Every other frame, so that each press is a new one should the fighter land later than it seems.
  const isTime = left - 1 - lead <= CANCEL_AHEAD
  return isTime && game.frame % 2 === 0 ? { l: LIGHT_PRESS } : {}
}

const TUMBLES = /^Damage(?:Fly|Fall)/

/**
 * The trigger for a tech, and the stick for its direction (0 stays in place), if the fighter tumbles and lands soon. The trigger stays
 * down until then, as a second press within 40 frames would spoil the tech.
 */
export function tech(game: Game, direction: Direction = 0): Hands {
  const { me, stage, lead } = game
  if (!TUMBLES.test(me.actionName)) return {}
  const left = landsIn(me, stage)
  if (left === null || left - 1 - lead > TECH_AHEAD) return {}
  // A stick that goes further at once would end the tumble instead.
  return { ...stick(Math.sign(direction) * 0.6), buttons: BUTTON.R, r: 255 }
}
