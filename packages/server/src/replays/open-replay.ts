/** The replay of a match for whoever asks this machine: from its folder, the bucket, or the machine that played the match. */
import { Problem } from '@arena/protocol'
import type { Match } from '@arena/protocol'
import type { MatchStore } from '../history/store.ts'
import type { ReplayStore } from './store.ts'
import type { StoredReplay } from './store.ts'

export interface ReplaySources {
  readonly matches: Pick<MatchStore, 'find'>
  readonly replays: Pick<ReplayStore, 'open'>
  /** A replay that another machine keeps. Null where none has it, or that is down. */
  readonly openElsewhere: (id: string) => Promise<StoredReplay | null>
}

/** Throws a problem where there is none to be had. */
export async function openReplay(
  { matches, replays, openElsewhere }: ReplaySources,
  id: string,
): Promise<StoredReplay> {
  const match = await matches.find(id)
  if (match === null) throw new Problem('not-found', { detail: 'There is no such match.' })
  if (match.replayBytes === null) throw replayUnavailable(match)
  const replay = (await replays.open(id)) ?? (await openElsewhere(id))
  if (replay === null) throw replayUnavailable(match)
  return replay
}

/** Why the replay of a match is not to be had. */
export function replayUnavailable({ status, stage, replayBytes }: Match): Problem {
  const detail = () => {
    if (status === 'running') return 'The match is still running.'
    if (stage === null) return 'No game was played.'
    if (replayBytes !== null) return 'The machine that keeps the replay cannot be reached.'
    // Whether there ever was one is not in the public record.
    return status === 'aborted'
      ? 'The match was aborted: its replay was lost, or deleted after its retention.'
      : 'The replay was deleted after its retention.'
  }
  return new Problem('replay-not-available', { detail: detail() })
}
