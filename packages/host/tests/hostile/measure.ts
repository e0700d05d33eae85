/**
 * What hostile bots cost their host: a host process of its own plays each against a calm bot, and its processor time is
 * read from the system, so that a busy machine changes nothing. What the same number of calm matches cost is taken off.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ENTRY_OPTIONS, entryPath } from '../../src/system/entry.ts'
import { FROM_SOURCES } from '../../../../scripts/tests/programs.ts'
import { matchTiming } from '../../src/match/timing.ts'
import type { HostCommand, HostEvent } from '../../src/order.ts'
import { hostInit } from '../host-process.ts'
import { matchOrder } from '../play-kit.ts'
import type { Challenge, Stands } from './attacker.ts'

/** Processor time is counted in these, in /proc. */
const TICK_MS = 10

export const canMeasure = process.platform === 'linux'

/** Processor time of a process so far, user and system. */
function usedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the program's name in parentheses and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** A host process; plays one match at a time. */
export class HostUnderAttack implements AsyncDisposable {
  readonly #dir = mkdtempSync(join(tmpdir(), 'arena-hostile-'))
  readonly #host: ChildProcess
  readonly #events: HostEvent[] = []
  #matches = 0

  private constructor() {
    this.#host = fork(entryPath('host-main'), [], { execArgv: [...ENTRY_OPTIONS], serialization: 'advanced' })
    this.#host.on('message', (event: HostEvent) => this.#events.push(event))
  }

  static async start(): Promise<HostUnderAttack> {
    const under = new HostUnderAttack()
    const ready = once(under.#host, 'message')
    under.#host.send(hostInit(under.#dir, { timing: matchTiming(1000), loadMs: 60_000 }))
    await ready
    return under
  }

  /**
   * Plays a match for a number of seconds: the host's processor time, in percent of one core, and whether its game
   * began.
   */
  async play(urls: readonly [string, string], seconds: number): Promise<{ percent: number; began: boolean }> {
    const matchId = this.#seat(urls)
    const before = usedMs(this.#host.pid!)
    const from = performance.now()
    await sleep(seconds * 1000)
    const percent = (100 * (usedMs(this.#host.pid!) - before)) / (performance.now() - from)
    this.#host.send({ type: 'abort', matchId, cause: 'shutdown' } satisfies HostCommand)
    for (;;) {
      const result = this.#events.flatMap((event) => (event.type === 'finished' ? [event.result] : [])).at(-1)
      if (result?.matchId === matchId) return { percent, began: result.played }
      await once(this.#host, 'message')
    }
  }

  #seat(urls: readonly [string, string]): string {
    const matchId = `match_${String(++this.#matches).padStart(26, '0')}`
    this.#host.send({ type: 'play', order: matchOrder(matchId, urls), ranMs: 0 } satisfies HostCommand)
    return matchId
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#host, 'exit')
    this.#host.kill('SIGKILL')
    await gone
    rmSync(this.#dir, { recursive: true })
  }
}

/** Bots in a process of their own. */
export class Attackers implements AsyncDisposable {
  readonly #process: ChildProcess
  readonly stands: Stands

  private constructor(child: ChildProcess, stands: Stands) {
    this.#process = child
    this.stands = stands
  }

  static async start(challenge: Challenge): Promise<Attackers> {
    const child = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)), [], { execArgv: [...FROM_SOURCES] })
    child.send(challenge)
    const [stands] = (await once(child, 'message')) as [Stands]
    return new Attackers(child, stands)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await gone
  }
}
