/** Frame data: when an attack hits, how far it reaches, and what a hit or a throw does. Read from the generated rows on first use. */
import { internalIdOf, type Character } from './characters.ts'
import { figuresOf } from './figures.ts'
import { ATTACKS } from './generated/attacks.ts'

/** The hitboxes of an attack cover, from where the fighter stands when it begins: from near to far ahead (negative is behind), from low to high. */
const REACH = ['near', 'far', 'low', 'high'] as const
const LAUNCH = ['damage', 'angle', 'base', 'growth', 'set'] as const

/** What the rows of the generated file hold, in this order. */
export const ATTACK_ROW = ['first', 'last', 'free', ...REACH, ...LAUNCH, 'cancelBefore', 'cancelAfter'] as const
export const THROW_ROW = LAUNCH
export const THREAT_ROW = ['first', 'last', ...REACH] as const

export const ATTACK_NAMES = [
  'jab',
  'dashAttack',
  'ftilt',
  'utilt',
  'dtilt',
  'fsmash',
  'usmash',
  'dsmash',
  'nair',
  'fair',
  'bair',
  'uair',
  'dair',
  'grab',
  'dashGrab',
] as const
export const THROW_NAMES = ['fthrow', 'bthrow', 'uthrow', 'dthrow'] as const

export type AttackName = (typeof ATTACK_NAMES)[number]
export type ThrowName = (typeof THROW_NAMES)[number]

/** What a hit does. */
export interface LaunchFigures {
  /** Percent. */
  readonly damage: number
  /** Degrees from straight ahead; 361 depends on the knockback. */
  readonly angle: number
  /** Base knockback and knockback growth. `set` is a knockback that ignores the percent; 0 for none. */
  readonly base: number
  readonly growth: number
  readonly set: number
}

/** When and where an action can hit. Frames count from 1, the action's first; distances are in world units from the fighter's place. */
export interface ThreatFigures {
  /** The first and the last frame on which it can hit. */
  readonly first: number
  readonly last: number
  /** What its hitboxes cover: from near to far ahead (negative is behind), from low to high. */
  readonly near: number
  readonly far: number
  readonly low: number
  readonly high: number
}

/** Frames count from 1, the frame on which the press is played. What it covers is that of its first four frames that hit. */
export interface AttackFigures extends ThreatFigures, LaunchFigures {
  /** The first frame on which something else may begin. */
  readonly free: number
  /** Frames of an aerial's landing, which an L-cancel halves; before and after these frames it lands as usual. */
  readonly landingLag: number
  readonly cancelBefore: number
  readonly cancelAfter: number
}

type Row = readonly number[]

/** The figures of a character as the generated file has them. */
export interface AttackRows {
  readonly attacks: Readonly<Record<AttackName, Row>>
  readonly throws: Readonly<Record<ThrowName, Row>>
  readonly threats: Readonly<Record<number, Row>>
}

interface CharacterAttacks {
  readonly attacks: Readonly<Record<AttackName, AttackFigures>>
  readonly throws: Readonly<Record<ThrowName, LaunchFigures>>
  readonly threats: ReadonlyMap<number, ThreatFigures>
}

const known = new Map<Character, CharacterAttacks>()

/** The attacks and grabs of a character, from the engine's own data. */
export function attacksOf(character: Character): Readonly<Record<AttackName, AttackFigures>> {
  return allOf(character).attacks
}

/** The throws of a character. One without damage is none: Donkey Kong carries forward. */
export function throwsOf(character: Character): Readonly<Record<ThrowName, LaunchFigures>> {
  return allOf(character).throws
}

/** By action state: everything of a character that can hit, specials included, over all of its frames. */
export function threatsOf(character: Character): ReadonlyMap<number, ThreatFigures> {
  return allOf(character).threats
}

function allOf(character: Character): CharacterAttacks {
  let all = known.get(character)
  if (!all) known.set(character, (all = read(character)))
  return all
}

function read(character: Character): CharacterAttacks {
  const { attacks, throws, threats } = ATTACKS[internalIdOf(character)]!
  const { neutral: nair, forward: fair, back: bair, up: uair, down: dair } = figuresOf(character).aerialLag
  const lag: Partial<Record<AttackName, number>> = { nair, fair, bair, uair, dair }
  return {
    attacks: record(ATTACK_NAMES, (name) => ({ ...named(ATTACK_ROW, attacks[name]), landingLag: lag[name] ?? 0 })),
    throws: record(THROW_NAMES, (name) => named(THROW_ROW, throws[name])),
    threats: new Map(Object.entries(threats).map(([action, row]) => [Number(action), named(THREAT_ROW, row)])),
  }
}

function record<Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>
}

function named<Name extends string>(names: readonly Name[], row: Row): Record<Name, number> {
  return Object.fromEntries(names.map((name, i) => [name, row[i]!])) as Record<Name, number>
}
