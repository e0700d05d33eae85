/** The replay of a match for whoever asks this machine: from its folder, the bucket, or the machine that played the match. */
import { Problem } from '@arena/protocol'
import type { Match } from '@arena/protocol'
import type { MatchStore } from '../history/store.ts'
import type { ReplayStore } from './store.ts'
import type { OtherMachines } from '../internal/machines.ts'
import { openRemoteReplay } from '../internal/remote-replay.ts'
import type { StoredReplay } from './store.ts'

export interface ReplaySources {
  readonly matches: Pick<MatchStore, 'find'>
  readonly replays: Pick<ReplayStore, 'open'>
  /** Null where this machine is the arena. */
  readonly machines: OtherMachines | null
}

/** Throws a problem where there is none to be had. */
export async function openReplay({ matches, replays, machines }: ReplaySources, id: string): Promise<StoredReplay> {
  const match = await matches.find(id)
  if (match === null) throw new Problem('not-found', { detail: 'There is no such match.' })
  if (match.replayBytes === null) throw unavailable(match)
  const replay = (await replays.open(id)) ?? (await openElsewhere(machines, id))
  if (replay === null) throw unavailable(match)
  return replay
}

/** A replay of a match that another machine played. Null where that has none, or is down. */
async function openElsewhere(machines: OtherMachines | null, id: string): Promise<StoredReplay | null> {
  const holder = (await machines?.holderOf(id)) ?? null
  return holder === null ? null : openRemoteReplay(machines!, holder, id).catch(() => null)
}

function unavailable({ status, stage, replayBytes }: Match): Problem {
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
