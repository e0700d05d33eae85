/** The frame begins: its number, its random seed, its first event. Respawn points become free again. */
import type { Match } from '../match.ts'

export function startFrame(match: Match): void {
  const { record, recorder } = match
  record.frame++
  record.seed = match.seeds.at(record.frame)
  const { returnsLeft } = record
  for (let i = 0; i < returnsLeft.length; i++) if (returnsLeft[i]! > 0) returnsLeft[i]!--
  recorder.startFrame(match)
}
