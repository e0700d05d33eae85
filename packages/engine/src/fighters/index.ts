/** The 26 fighters by external id. Those without a folder of their own do everything the common way. */
import { INTERNAL_IDS } from '../tables/fighters.ts'
import { JIGGLYPUFF } from './jigglypuff/index.ts'
import { KIRBY } from './kirby/index.ts'
import { FighterKind, type FighterOverrides } from './kind.ts'
import { PEACH } from './peach/index.ts'
import { YOSHI } from './yoshi/index.ts'

/** Overrides by internal id. */
const OVERRIDES: Readonly<Record<number, FighterOverrides>> = { 4: KIRBY, 9: PEACH, 14: YOSHI, 15: JIGGLYPUFF }

const COMMON: FighterOverrides = {}

/** Made when first asked for: an engine process plays two of them, and memory is what a process costs. */
const kinds: (FighterKind | undefined)[] = []

export function kindOf(externalId: number): FighterKind {
  const internalId = INTERNAL_IDS[externalId]
  if (internalId === undefined) throw new RangeError(`There is no character ${externalId}`)
  return (kinds[externalId] ??= new FighterKind(internalId, OVERRIDES[internalId] ?? COMMON))
}
