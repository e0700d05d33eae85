/** Someone is held: the throw that takes the stock, else the one that leads off the stage or into the next hit. */
import { THROW_NAMES, throwsOf, type ThrowName } from '../../attacks.ts'
import type { FighterView, Game } from '../../game.ts'
import type { Stage } from '../../stages.ts'
import { ACTION, isHolding } from '../actions.ts'
import { hold, rest, throwStick } from '../inputs.ts'
import type { Skill } from '../mind.ts'
import { kills, knockbackOn } from './launch.ts'

const STOCK = 60
/** Percent that it is worth to throw someone out over the edge, from near it. */
const OUT = 8
const NEAR_EDGE = 35

/** Any throw. */
export const throwAway: Skill = ({ me }, { random }) => {
  if (!isHolding(me)) return null
  const name = random.pick(THROW_NAMES.map((one) => [1, one] as const))
  return [...rest(2), ...hold(throwStick(name, me.facing), 2), ...rest(6)]
}

/** The best throw, by figures. */
export const throwWell: Skill = (game) => {
  const { me } = game
  if (me.action !== ACTION.holding && !isHolding(me)) return null
  const [best] = THROW_NAMES.map((name) => ({ name, worth: worthOf(name, game) })).toSorted((a, b) => b.worth - a.worth)
  return [{}, ...hold(throwStick(best!.name, me.facing), 2), ...rest(6)]
}

function worthOf(name: ThrowName, { me, opponent, stage }: Game): number {
  const launch = throwsOf(me.character)[name]
  if (launch.damage === 0) return 0
  const direction = directionOf(name, launch.angle, me)
  const kill = kills(launch, opponent, direction, stage) ? STOCK : 0
  const out = leadsOut(direction, me, stage) && launch.angle % 180 < 80 ? OUT : 0
  return launch.damage + knockbackOn(launch, opponent) * 0.05 + kill + out
}

function directionOf(name: ThrowName, angle: number, { facing }: FighterView): number {
  return (name === 'bthrow') !== (angle > 90 && angle < 270) ? -facing : facing
}

function leadsOut(direction: number, { x }: FighterView, { edge }: Stage): boolean {
  return edge - direction * x < NEAR_EDGE
}
