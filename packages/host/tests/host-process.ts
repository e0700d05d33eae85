/** What tests tell a host that is a process of its own, before its first match. */
import { createKeyPair } from '@arena/protocol'
import type { HostInit } from '../src/hosts/host-main.ts'
import { matchTiming } from '../src/match/timing.ts'
import { stillEngine } from './play-kit.ts'

/** The only host of its machine, which no arena looks for. */
export function hostInit(replayDir: string, others: Partial<HostInit> = {}): HostInit {
  return {
    platformKey: createKeyPair(),
    policy: { allowPrivate: true },
    engine: stillEngine(),
    replayDir,
    markDir: null,
    timing: matchTiming(),
    clock: 'live',
    index: 0,
    count: 1,
    loadMs: 10_000,
    ...others,
  }
}
