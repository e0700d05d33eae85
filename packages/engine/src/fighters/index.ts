/** The fighters, and those behind each of the 26 picks. */
import type { ExternalId, InternalId } from '../ids.ts'
import { INTERNAL_IDS, NANA, POPO, SHEIK, ZELDA } from '../tables/fighters.ts'
import { BOWSER } from './bowser/index.ts'
import { CAPTAIN_FALCON } from './captain-falcon/index.ts'
import { DONKEY_KONG } from './donkey-kong/index.ts'
import { JIGGLYPUFF } from './jigglypuff/index.ts'
import { NANA_OVERRIDES, POPO_OVERRIDES } from './ice-climbers/index.ts'
import { DR_MARIO } from './dr-mario/index.ts'
import { FALCO } from './falco/index.ts'
import { FOX } from './fox/index.ts'
import { GAME_AND_WATCH } from './game-and-watch/index.ts'
import { GANONDORF } from './ganondorf/index.ts'
import { KIRBY } from './kirby/index.ts'
import { FighterKind, type FighterOverrides } from './kind.ts'
import { LUIGI } from './luigi/index.ts'
import { MARIO } from './mario/index.ts'
import { LINK } from './link/index.ts'
import { MARTH } from './marth/index.ts'
import { MEWTWO } from './mewtwo/index.ts'
import { NESS } from './ness/index.ts'
import { PEACH } from './peach/index.ts'
import { PICHU } from './pichu/index.ts'
import { PIKACHU } from './pikachu/index.ts'
import { ROY } from './roy/index.ts'
import { SAMUS } from './samus/index.ts'
import { SHEIK_OVERRIDES } from './sheik/index.ts'
import { YOSHI } from './yoshi/index.ts'
import { YOUNG_LINK } from './young-link/index.ts'
import { byFighter } from '../tables/by-fighter.ts'
import { ZELDA_OVERRIDES } from './zelda/index.ts'

/** Overrides by internal id. Functions, so that a build may load fighters apart, each when it plays. */
const OVERRIDES: Readonly<Record<number, () => FighterOverrides>> = {
  0: () => MARIO,
  1: () => FOX,
  2: () => CAPTAIN_FALCON,
  3: () => DONKEY_KONG,
  4: () => KIRBY,
  5: () => BOWSER,
  6: () => LINK,
  [SHEIK]: () => SHEIK_OVERRIDES,
  8: () => NESS,
  9: () => PEACH,
  [POPO]: () => POPO_OVERRIDES,
  [NANA]: () => NANA_OVERRIDES,
  12: () => PIKACHU,
  13: () => SAMUS,
  14: () => YOSHI,
  15: () => JIGGLYPUFF,
  16: () => MEWTWO,
  17: () => LUIGI,
  18: () => MARTH,
  [ZELDA]: () => ZELDA_OVERRIDES,
  20: () => YOUNG_LINK,
  21: () => DR_MARIO,
  22: () => FALCO,
  23: () => PICHU,
  24: () => GAME_AND_WATCH,
  25: () => GANONDORF,
  26: () => ROY,
}

const COMMON: FighterOverrides = {}

/** What a fighter's folder says. */
export function overridesOf(internalId: InternalId): FighterOverrides {
  return OVERRIDES[internalId]?.() ?? COMMON
}

/** By internal id. Made when first asked for: an engine process plays few of them, and memory is what a process costs. */
export const kindOf = byFighter((internalId) => new FighterKind(internalId, overridesOf(internalId)))

/** The other form of a fighter that transforms. */
const OTHER_FORM: ReadonlyMap<InternalId, InternalId> = new Map([
  [ZELDA, SHEIK],
  [SHEIK, ZELDA],
])
const FOLLOWER: ReadonlyMap<InternalId, InternalId> = new Map([[POPO, NANA]])

/** The fighters that play for a pick. */
interface Cast {
  /** The fighter picked, and the one it may turn into. */
  readonly forms: readonly FighterKind[]
  readonly follower: FighterKind | null
}

/** By external id. */
export function castOf(externalId: ExternalId): Cast {
  const internalId: InternalId | undefined = INTERNAL_IDS[externalId]
  if (internalId === undefined) throw new RangeError(`There is no character ${externalId}`)
  const other = OTHER_FORM.get(internalId)
  const follower = FOLLOWER.get(internalId)
  return {
    forms: other === undefined ? [kindOf(internalId)] : [kindOf(internalId), kindOf(other)],
    follower: follower === undefined ? null : kindOf(follower),
  }
}
