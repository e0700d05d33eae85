/** The 26 fighters by external id. Those without a folder of their own do everything the common way. */
import { INTERNAL_IDS } from '../tables/fighters.ts'
import { FighterKind, type FighterOverrides } from './kind.ts'

/** Overrides by internal id. */
const OVERRIDES: Readonly<Record<number, FighterOverrides>> = {}

const KINDS = INTERNAL_IDS.map((internalId) => new FighterKind(internalId, OVERRIDES[internalId] ?? {}))

export function kindOf(externalId: number): FighterKind {
  const kind = KINDS[externalId]
  if (!kind) throw new RangeError(`There is no character ${externalId}`)
  return kind
}
