/** The frame begins: its number, its random seed, its first event. */
import type { Match } from '../match.ts'

export function startFrame(match: Match): void {
  const { record, recorder } = match
  record.frame++
  record.seed = match.seeds.at(record.frame)
  recorder.startFrame(match)
}
