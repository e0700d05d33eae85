/** The fighters, and those behind each of the 26 picks. */
import type { ExternalId, InternalId } from '../ids.ts'
import { INTERNAL_IDS, NANA, POPO, SHEIK, ZELDA } from '../tables/fighters.ts'
import { FighterKind, type FighterOverrides } from './kind.ts'
import { byFighter } from '../tables/by-fighter.ts'
import { MODELS } from '../tables/generated/common.ts'

/** By internal id. Each is loaded when it first plays; a clone that is not here does what its model does. */
const OVERRIDES: Readonly<Record<number, () => Promise<FighterOverrides>>> = {
  0: async () => (await import('./mario/index.ts')).MARIO,
  1: async () => (await import('./fox/index.ts')).FOX,
  2: async () => (await import('./captain-falcon/index.ts')).CAPTAIN_FALCON,
  3: async () => (await import('./donkey-kong/index.ts')).DONKEY_KONG,
  4: async () => (await import('./kirby/index.ts')).KIRBY,
  5: async () => (await import('./bowser/index.ts')).BOWSER,
  6: async () => (await import('./link/index.ts')).LINK,
  [SHEIK]: async () => (await import('./sheik/index.ts')).SHEIK_OVERRIDES,
  8: async () => (await import('./ness/index.ts')).NESS,
  9: async () => (await import('./peach/index.ts')).PEACH,
  [POPO]: async () => (await import('./ice-climbers/index.ts')).POPO_OVERRIDES,
  [NANA]: async () => (await import('./ice-climbers/index.ts')).NANA_OVERRIDES,
  12: async () => (await import('./pikachu/index.ts')).PIKACHU,
  13: async () => (await import('./samus/index.ts')).SAMUS,
  14: async () => (await import('./yoshi/index.ts')).YOSHI,
  15: async () => (await import('./jigglypuff/index.ts')).JIGGLYPUFF,
  16: async () => (await import('./mewtwo/index.ts')).MEWTWO,
  17: async () => (await import('./luigi/index.ts')).LUIGI,
  18: async () => (await import('./marth/index.ts')).MARTH,
  [ZELDA]: async () => (await import('./zelda/index.ts')).ZELDA_OVERRIDES,
  20: async () => (await import('./young-link/index.ts')).YOUNG_LINK,
  21: async () => (await import('./dr-mario/index.ts')).DR_MARIO,
  22: async () => (await import('./falco/index.ts')).FALCO,
  23: async () => (await import('./pichu/index.ts')).PICHU,
  24: async () => (await import('./game-and-watch/index.ts')).GAME_AND_WATCH,
  25: async () => (await import('./ganondorf/index.ts')).GANONDORF,
  26: async () => (await import('./roy/index.ts')).ROY,
}

const loaded = new Map<number, FighterOverrides>()

/** Loads what a fighter does in its own way, as must be done before `kindOf`. */
export async function loadOverrides(internalId: InternalId): Promise<void> {
  const load = OVERRIDES[internalId] ?? OVERRIDES[MODELS[internalId]!]!
  if (!loaded.has(internalId)) loaded.set(internalId, await load())
}

/** What a fighter's folder says. */
export function overridesOf(internalId: InternalId): FighterOverrides {
  const overrides = loaded.get(internalId)
  if (!overrides) throw new Error(`Fighter ${internalId} is not loaded: await loadFighters([...]) before the game`)
  return overrides
}

/** By internal id. */
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

function internalIdOf(externalId: ExternalId): InternalId {
  const internalId: InternalId | undefined = INTERNAL_IDS[externalId]
  if (internalId === undefined) throw new RangeError(`There is no character ${externalId}`)
  return internalId
}

/** All fighters that play for a pick: the one picked, another form, a follower. */
export function internalIdsOf(externalId: ExternalId): InternalId[] {
  const internalId = internalIdOf(externalId)
  return [internalId, OTHER_FORM.get(internalId), FOLLOWER.get(internalId)].filter((id) => id !== undefined)
}

/** By external id. */
export function castOf(externalId: ExternalId): Cast {
  const internalId = internalIdOf(externalId)
  const other = OTHER_FORM.get(internalId)
  const follower = FOLLOWER.get(internalId)
  return {
    forms: other === undefined ? [kindOf(internalId)] : [kindOf(internalId), kindOf(other)],
    follower: follower === undefined ? null : kindOf(follower),
  }
}
