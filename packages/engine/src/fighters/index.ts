/** The fighters, and those behind each of the 26 picks. */
import type { ExternalId, InternalId } from '../tables/ids.ts'
import { FIGHTERS, INTERNAL_IDS, NANA, POPO, SHEIK, ZELDA } from '../tables/fighters.ts'
import { buildKind } from './build-kind.ts'
import type { FighterKind, FighterOverrides } from './kind.ts'
import type { FighterSlug } from './own-action-names.ts'
import { byFighter } from '../tables/by-fighter.ts'
import { MODELS } from '../tables/generated/common.ts'

/** Each is loaded when it is first in play. A clone without a module has its model's. */
const OVERRIDES: Readonly<Partial<Record<FighterSlug, () => Promise<FighterOverrides>>>> = {
  mario: async () => (await import('./mario/index.ts')).MARIO,
  fox: async () => (await import('./fox/index.ts')).FOX,
  'captain-falcon': async () => (await import('./captain-falcon/index.ts')).CAPTAIN_FALCON,
  'donkey-kong': async () => (await import('./donkey-kong/index.ts')).DONKEY_KONG,
  kirby: async () => (await import('./kirby/index.ts')).KIRBY,
  bowser: async () => (await import('./bowser/index.ts')).BOWSER,
  link: async () => (await import('./link/index.ts')).LINK,
  sheik: async () => (await import('./sheik/index.ts')).SHEIK_OVERRIDES,
  ness: async () => (await import('./ness/index.ts')).NESS,
  peach: async () => (await import('./peach/index.ts')).PEACH,
  popo: async () => (await import('./ice-climbers/index.ts')).POPO_OVERRIDES,
  nana: async () => (await import('./ice-climbers/index.ts')).NANA_OVERRIDES,
  pikachu: async () => (await import('./pikachu/index.ts')).PIKACHU,
  samus: async () => (await import('./samus/index.ts')).SAMUS,
  yoshi: async () => (await import('./yoshi/index.ts')).YOSHI,
  jigglypuff: async () => (await import('./jigglypuff/index.ts')).JIGGLYPUFF,
  mewtwo: async () => (await import('./mewtwo/index.ts')).MEWTWO,
  luigi: async () => (await import('./luigi/index.ts')).LUIGI,
  marth: async () => (await import('./marth/index.ts')).MARTH,
  zelda: async () => (await import('./zelda/index.ts')).ZELDA_OVERRIDES,
  'young-link': async () => (await import('./young-link/index.ts')).YOUNG_LINK,
  'dr-mario': async () => (await import('./dr-mario/index.ts')).DR_MARIO,
  falco: async () => (await import('./falco/index.ts')).FALCO,
  pichu: async () => (await import('./pichu/index.ts')).PICHU,
  'game-and-watch': async () => (await import('./game-and-watch/index.ts')).GAME_AND_WATCH,
  ganondorf: async () => (await import('./ganondorf/index.ts')).GANONDORF,
  roy: async () => (await import('./roy/index.ts')).ROY,
}

const loaded = new Map<number, FighterOverrides>()

/** Loads a fighter's own behaviour; required before `kindOf`. */
export async function loadOverrides(internalId: InternalId): Promise<void> {
  const { slug } = FIGHTERS[internalId]!
  const load = OVERRIDES[slug] ?? OVERRIDES[MODELS[slug]!]!
  if (!loaded.has(internalId)) loaded.set(internalId, await load())
}

/** The overrides in a fighter's folder. */
export function overridesOf(internalId: InternalId): FighterOverrides {
  const overrides = loaded.get(internalId)
  if (!overrides) throw new Error(`Fighter ${internalId} is not loaded: await loadFighters([...]) before the game`)
  return overrides
}

/** By internal id. */
export const kindOf = byFighter((internalId) => buildKind(internalId, overridesOf(internalId)))

/** The other form of a fighter that transforms. */
const OTHER_FORM: ReadonlyMap<InternalId, InternalId> = new Map([
  [ZELDA, SHEIK],
  [SHEIK, ZELDA],
])
const FOLLOWER: ReadonlyMap<InternalId, InternalId> = new Map([[POPO, NANA]])

/** The fighters in play for a pick. */
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

/** All fighters in play for a pick: the one picked, another form, a follower. */
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
