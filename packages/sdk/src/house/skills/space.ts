/** Spacing: just outside what the opponent reaches, never still, so that its attack finds nothing and one's own follows. */
import { attacksOf, type AttackName } from '../../attacks.ts'
import { figuresOf } from '../../figures.ts'
import type { FighterView, Game } from '../../game.ts'
import type { Stage } from '../../stages.ts'
import { isOutOfPlay } from '../actions.ts'
import { dash, jump, wavedash, type Plan } from '../inputs.ts'
import type { Mind, Skill } from '../mind.ts'
import { busyFor } from '../timing.ts'

/** Attacks quicker than this cannot be seen coming. */
const QUICK = 12
const POKES: readonly AttackName[] = [
  'jab',
  'ftilt',
  'dtilt',
  'utilt',
  'fsmash',
  'dsmash',
  'grab',
  'dashGrab',
  'dashAttack',
]
/** How far one goes in a step of the dance, in frames. */
const STEP = [4, 8] as const
/** Farther than this beyond its reach there is time to run. */
const FAR = 30
const KEEP = 12
/** How far a wavedash slides at most. */
const SLIDE = 30
const LOWEST_PLATFORM = 8

/** How far a fighter strikes before one can answer. */
function reachOf({ character }: FighterView): number {
  const attacks = attacksOf(character)
  return Math.max(
    ...POKES.map((name) => attacks[name])
      .filter(({ first }) => first <= QUICK)
      .map(({ far }) => far),
  )
}

/** Back and forth at the rim of the opponent's reach; in, when it is bound. */
export const space: Skill = (game, mind) => {
  const { me, opponent } = game
  if (me.isAirborne || isOutOfPlay(opponent)) return null
  const away = opponent.x - me.x
  const toward = Math.sign(away) || me.facing
  const distance = Math.abs(away)
  const rim = reachOf(opponent) + figuresOf(me.character).width
  const bound = busyFor(opponent, mind.theirs)
  if (distance > rim + FAR || bound > 18) return dash(me, toward, 5)
  if (distance > rim) return dance(game, mind, toward, 0.6)
  return dance(game, mind, toward, 0.25)
}

/** A step in with this chance, else one out; or past the opponent, where there is no room. */
function dance({ me, stage }: Game, mind: Mind, toward: number, inward: number): Plan {
  const { random } = mind
  const { jumpSquat } = figuresOf(me.character)
  const step = (direction: number, share: number): Plan =>
    random.chance(share) || !hasFloor(me, stage, direction)
      ? dash(me, direction, random.between(...STEP))
      : wavedash(direction, jumpSquat)
  if (random.chance(inward)) return step(toward, 0.8)
  if (!hasRoom(me, stage, -toward)) return random.chance(0.5) ? jump(toward, jumpSquat, true) : dash(me, toward, 6)
  return step(-toward, 0.7)
}

/** An air dodge beside the floor is the end of a platform, or of a stock. */
function hasFloor({ x, y }: FighterView, { edge, platforms }: Stage, direction: number): boolean {
  const end = x + direction * SLIDE
  if (y < LOWEST_PLATFORM) return Math.abs(end) < edge
  return platforms.some(({ left, right, y: height }) => Math.abs(height - y) < 2 && end > left && end < right)
}

function hasRoom({ x }: FighterView, { edge }: Stage, direction: number): boolean {
  return Math.abs(x + direction * KEEP * 2) < edge
}
