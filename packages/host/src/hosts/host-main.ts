/**
 * A host as a process of its own, with its orders over Node's IPC channel: `HostInit` first, then `HostCommand`s. It
 * answers with `HostEvent`s. When the channel closes, the arena has ended: matches are aborted and their replays
 * completed, so that no file stays incomplete.
 */
import type { KeyPair } from '@arena/protocol'
import type { BotPolicy, ConnectOptions } from '../bots/connect-options.ts'
import { dialBot } from '../bots/connection.ts'
import type { Dial } from '../match/bot-link.ts'
import { FastClock } from '../match/clock.ts'
import type { EngineCommand } from '../engine/engine-process.ts'
import { markHost } from './host-marks.ts'
import { Host } from './host.ts'
import { LatenessHistogram } from '../match/lateness.ts'
import { LiveClock } from '../match/live-clock.ts'
import type { MatchTiming } from '../match/timing.ts'
import type { HostCommand, HostEvent } from '../order.ts'

/** What a host process has to know before its first match; plain data. */
export interface HostInit {
  readonly platformKey: KeyPair
  readonly policy: BotPolicy
  /** As in `ConnectOptions`. */
  readonly detours?: Readonly<Record<string, number>>
  readonly relay?: ConnectOptions['relay']
  readonly engine: EngineCommand
  /** An existing folder. */
  readonly replayDir: string
  /** The file that names this process while it lives; null if no arena reads it. */
  readonly markDir: string | null
  /** Where games that their engine broke are kept; by default nowhere. */
  readonly faultDir?: string
  readonly timing: MatchTiming
  readonly clock: 'live' | 'fast'
  /** This host's number among `count` hosts of the machine: their phases are offset against each other. */
  readonly index: number
  readonly count: number
  readonly loadMs: number
}

const send = (event: HostEvent): void => {
  // With somebody to tell it to, a failure is no error that ends this process: where the arena has just ended, `disconnect` follows.
  if (process.connected) process.send!(event, undefined, undefined, () => {})
}

process.once('message', (init: HostInit) => {
  const { platformKey, policy, detours = {}, relay, engine, replayDir, markDir, faultDir, timing, loadMs } = init
  if (markDir !== null) markHost(markDir)
  const lateness = new LatenessHistogram()
  const clock =
    init.clock === 'fast'
      ? new FastClock()
      : new LiveClock({ offset: init.index / init.count, onPoll: (latenessMs) => lateness.record(latenessMs) })
  const pace = clock.followsTime ? {} : { maxReadsPerSecond: Infinity }
  const dial =
    (which: BotPolicy): Dial =>
    (url, matchId, signal) =>
      dialBot({ url, matchId, signal, platformKey, policy: which, detours, relay, ...pace })
  const host = new Host(
    {
      dial: dial(policy),
      dialOwn: dial({ allowPrivate: true }),
      clock,
      engine,
      replayDir,
      ...(faultDir !== undefined && { faultDir }),
      timing,
      lateness,
      loadMs,
    },
    send,
  )
  const stop = async (): Promise<void> => {
    await host.stop()
    // The last results are on their way in the channel; without it, and with every timer cleared, the process ends.
    if (process.connected) process.disconnect()
  }
  process.on('message', (command: HostCommand) => {
    if (command.type === 'stop') void stop()
    else host.handle(command)
  })
  process.once('disconnect', () => void host.stop())
})

// The arena decides when its hosts stop: a Ctrl-C in a terminal reaches every process of the group.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
