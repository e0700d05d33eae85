import { BUILDS } from '../../../packages/viewer/src/draw/builds/index.ts'
import { ROSTER } from '../../../packages/engine/src/tables/generated/common.ts'

/** Names of the picks, by external id. */
export const CHARACTERS: readonly string[] = Array.from(
  { length: 26 },
  (_, pick) => BUILDS[ROSTER.findIndex(([external]) => external === pick)]!.name,
)
