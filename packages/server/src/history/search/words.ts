/** Words for characters, stages and moments: their names without spaces and signs, and what players call them for short. */
import { MOMENT_KINDS, type MomentKind } from '@arena/engine/moments'
import type { StageId } from '@arena/protocol'
import { CHARACTER_COUNT, characterName, STAGE_IDS, stageName } from '@arena/slp'

const SHORT_CHARACTERS: Readonly<Record<number, readonly string[]>> = {
  0: ['falcon', 'cf'],
  1: ['dk'],
  3: ['gw', 'gnw', 'gameandwatch', 'mrgameandwatch', 'gamewatch'],
  10: ['m2'],
  13: ['pika'],
  14: ['ics', 'ic', 'icies', 'climbers'],
  15: ['puff', 'jiggs'],
  21: ['yl', 'ylink'],
  22: ['doc'],
  25: ['ganon'],
}

const SHORT_STAGES: Readonly<Record<StageId, readonly string[]>> = {
  2: ['fod', 'fountain'],
  3: ['ps', 'stadium', 'pokemon'],
  8: ['ys', 'yoshis'],
  28: ['dl', 'dreamland64', 'dreamlandn64'],
  31: ['bf'],
  32: ['fd'],
}

const SHORT_MOMENTS: Readonly<Partial<Record<MomentKind, readonly string[]>>> = {
  'edge-guard': ['guard'],
  'self-destruct': ['sd'],
  'missed-l-cancel': ['lcancel'],
}

export const CHARACTER_IDS: readonly number[] = Array.from({ length: CHARACTER_COUNT }, (_, id) => id)

/** `Dr. Mario`, `dr-mario` and `DRMARIO` are one word. */
function keyOf(word: string): string {
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** How a name is written in a search: `yoshis-story`. */
function wordOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f’.]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
}

export const characterWord = (id: number): string => wordOf(characterName(id))
export const stageWord = (id: StageId): string => wordOf(stageName(id))

const CHARACTERS = new Map(
  CHARACTER_IDS.flatMap((id) =>
    [keyOf(characterName(id)), ...(SHORT_CHARACTERS[id] ?? [])].map((key) => [key, id] as const),
  ),
)
const STAGES = new Map(
  STAGE_IDS.flatMap((id) => [keyOf(stageName(id)), ...SHORT_STAGES[id]].map((key) => [key, id] as const)),
)

const MOMENTS = new Map(
  MOMENT_KINDS.flatMap((kind) => [keyOf(kind), ...(SHORT_MOMENTS[kind] ?? [])].map((key) => [key, kind] as const)),
)

export const characterOf = (word: string): number | undefined => CHARACTERS.get(keyOf(word))
export const stageOf = (word: string): StageId | undefined => STAGES.get(keyOf(word))

/** One moment or several: `kill` and `kills`. */
export function momentOf(word: string): MomentKind | undefined {
  const key = keyOf(word)
  return MOMENTS.get(key) ?? MOMENTS.get(key.replace(/e?s$/, ''))
}
