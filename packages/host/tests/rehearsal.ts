/** Hosts as an arena has them, with the bots of their matches and all that they report; no arena around them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyPair } from '@arena/protocol'
import { envelopeHead } from '@arena/slp'
import { HostPool, type HostListener } from '../src/hosts/host-pool.ts'
import { matchTiming, type MatchTiming } from '../src/match/timing.ts'
import type { HostLoad, MatchOrder, MatchProgress, MatchResult } from '../src/order.ts'
import { matchOrder, stillEngine, TestBot, type BotOptions } from './play-kit.ts'

let ordered = 0

/** How patient the watchers are. */
interface Watch {
  readonly silentMs?: number
  readonly timing?: Partial<MatchTiming>
}

export class Rehearsal implements HostListener, AsyncDisposable {
  readonly pool: HostPool
  readonly results: MatchResult[] = []
  readonly frames = new Map<string, number>()
  readonly deaths: string[] = []
  readonly failedStarts: string[] = []
  readonly loads: HostLoad[] = []
  readonly #dir: string
  readonly #bots: TestBot[] = []
  #waiting: (() => void)[] = []

  private constructor(dir: string, hosts: number, engine: readonly string[], watch: Watch = {}) {
    this.#dir = dir
    this.pool = new HostPool({
      hosts,
      init: {
        platformKey: createKeyPair(),
        policy: { allowPrivate: true },
        engine: stillEngine(...engine),
        replayDir: dir,
        timing: { ...matchTiming(), ...watch.timing },
        clock: 'live',
        loadMs: 200,
      },
      listener: this,
      ...(watch.silentMs !== undefined && { silentMs: watch.silentMs }),
    })
  }

  static open(hosts: number, ...engine: string[]): Promise<Rehearsal> {
    return Rehearsal.watched({}, hosts, ...engine)
  }

  static async watched(watch: Watch, hosts: number, ...engine: string[]): Promise<Rehearsal> {
    const rehearsal = new Rehearsal(await mkdtemp(join(tmpdir(), 'arena-pool-')), hosts, engine, watch)
    await rehearsal.pool.ready()
    return rehearsal
  }

  async play(options: BotOptions = {}, ranMs = 0): Promise<MatchOrder> {
    const bots = [await TestBot.listen(options), await TestBot.listen()] as const
    this.#bots.push(...bots)
    const matchId = `match_${String(++ordered).padStart(26, '0')}`
    const order: MatchOrder = { ...matchOrder(matchId, [bots[0].url, bots[1].url]), stage: 8 }
    this.pool.play(order, ranMs)
    return order
  }

  /** How many sockets each bot has been opened. */
  get sockets(): number[] {
    return this.#bots.map(({ sockets }) => sockets.length)
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  async result({ matchId }: MatchOrder): Promise<MatchResult> {
    await this.until(() => this.results.some((result) => result.matchId === matchId))
    return this.results.find((result) => result.matchId === matchId)!
  }

  replay({ matchId }: MatchOrder): Promise<Buffer> {
    return readFile(join(this.#dir, `${matchId}.slp`))
  }

  /** Writes what a host has of a replay after a first message. */
  beginReplay({ matchId }: MatchOrder, events: Uint8Array): Promise<void> {
    return writeFile(join(this.#dir, `${matchId}.slp.part`), Buffer.concat([envelopeHead(), events]))
  }

  started(): void {
    this.#wake()
  }

  progress(matches: readonly MatchProgress[]): void {
    for (const { matchId, frame } of matches) this.frames.set(matchId, frame)
    this.#wake()
  }

  finished(result: MatchResult): void {
    this.results.push(result)
    this.#wake()
  }

  forgiven(): void {
    this.#wake()
  }

  load(load: HostLoad): void {
    this.loads.push(load)
    this.#wake()
  }

  died(host: number, how: string, matches: number): void {
    this.deaths.push(`${host} ${how} ${matches}`)
    this.#wake()
  }

  notStarted(host: number, why: string, againInMs: number): void {
    this.failedStarts.push(`${host} ${why} ${Math.round(againInMs / 1000)} s`)
    this.#wake()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pool.stop()
    await Promise.all(this.#bots.map((bot) => bot.close()))
    await rm(this.#dir, { recursive: true })
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

/** This process too may be stopped: somebody else has to continue it. Resolves when it has been. */
export const stopFor = (pid: number, seconds: number) =>
  once(spawn('sh', ['-c', `kill -STOP ${pid}; sleep ${seconds}; kill -CONT ${pid}`], { detached: true }), 'close')
