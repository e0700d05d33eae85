/**
 * The ids of fighters and of their actions. They are numbers that must not be mixed: the compiler refuses one kind
 * where another is expected. Ids of fighters are checked where they come in, so that a plain number is not accepted. A
 * plain number is accepted as an action, as code computes with action ids (`action + TO_AIR`).
 */
import type { FighterSlug } from '../fighters/own-action-names.ts'
import { ROSTER } from './generated/common.ts'

type Id<Of extends string> = number & { readonly idOf: Of }

/** The fighter of a pick, as in Game Start: 0..25. Popo stands for both Ice Climbers. */
export type ExternalId = Id<'pick'>

/** A fighter in play, as in post-frame records: 0..26, Popo and Nana separately. */
export type InternalId = Id<'fighter'>

/** A pick from outside. It is checked (`asExternalId`) before it is played, so a plain number is accepted. */
export type PickId = number & { readonly idOf?: 'pick' }

/** An action state of a fighter: those up to 340 are common to all. */
export type ActionId = number & { readonly idOf?: 'action' }

/** Internal ids by the fighter's slug, the name of its folder. */
export const INTERNAL_ID = Object.fromEntries(ROSTER.map(([, slug], internalId) => [slug, internalId])) as Readonly<
  Record<FighterSlug, InternalId>
>

/** External ids by the fighter's slug. */
export const EXTERNAL_ID = Object.fromEntries(ROSTER.map(([externalId, slug]) => [slug, externalId])) as Readonly<
  Record<FighterSlug, ExternalId>
>

const FIGHTERS = ROSTER.length
/** Nana has Popo's id. */
const PICKS = new Set(ROSTER.map(([externalId]) => externalId)).size

export function asExternalId(number: number): ExternalId {
  if (!(Number.isInteger(number) && number >= 0 && number < PICKS))
    throw new RangeError(`There is no character ${number}`)
  return number as ExternalId
}

export function asInternalId(number: number): InternalId {
  if (!(Number.isInteger(number) && number >= 0 && number < FIGHTERS))
    throw new RangeError(`There is no fighter ${number}`)
  return number as InternalId
}

/** All fighters, in the order of their ids. */
export const ALL_INTERNAL_IDS: readonly InternalId[] = Array.from({ length: FIGHTERS }, (_, number) =>
  asInternalId(number),
)

/** All picks, in the order of their ids. */
export const ALL_EXTERNAL_IDS: readonly ExternalId[] = Array.from({ length: PICKS }, (_, number) =>
  asExternalId(number),
)
