/**
 * The house bots: a process of their own that the arena starts, watches and ends. They own two accounts, so that they
 * may meet, and register through `POST /bots` as anyone's bot does. Their port is kept, so that what was registered
 * holds across restarts; when it is taken, they move and the bots' URLs follow.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Backoff, freePort, isFree, startProcess } from '@arena/host/system'
import { DEPLOY_SCOPES } from '@arena/protocol'
import type { Bot } from '@arena/protocol'
import { wordsOf } from '@arena/protocol/words-of'
import { z } from 'zod'
import type { AccountStore } from './accounts/store.ts'
import type { Registrar } from './bots/register.ts'
import type { BotStore } from './bots/store.ts'
import type { Config } from './config.ts'
import type { Database } from './db/schema.ts'
import { HOUSE_PROGRAM, Listening, readLine } from './house-entry.ts'
import { HOUSE_OWNERS, houseOwners } from './house-owners.ts'
import type { KeyStore } from './keys/store.ts'
import type { Logger } from './log.ts'
import { isAlive } from './matches/taking/lease.ts'
import { MachineStore } from './matches/taking/store.ts'

const KEY_NAME = 'house bots'

const FIRST_RESTART_MS = 1_000
const LONGEST_RESTART_MS = 60_000
/** A process that lived this long died of something else than its start. */
const STEADY_MS = 60_000
const END_MS = 5_000
/** How long matchmaking waits for the bots to listen: one that is not up yet would miss its match. */
const UP_MS = 15_000

/** A line of the process's output. */
const Line = z.looseObject({ level: z.enum(['info', 'error']), msg: z.string() })

interface HouseParts {
  readonly config: Pick<Config, 'houseBots'>
  readonly log: Logger
  readonly db: Database
  readonly machineId: string
  readonly accounts: AccountStore
  readonly keys: KeyStore
  readonly bots: BotStore
  readonly registrar: Registrar
  /** What the bots say of their version. */
  readonly version: () => string
}

export class House {
  readonly #parts: HouseParts
  readonly #log: Logger
  /** Where the process reaches the arena. */
  readonly #arenaUrl: string
  /** The accounts that own the bots. */
  readonly ownerIds: readonly string[]
  readonly #secrets: readonly string[]
  #child: ChildProcess | null = null
  #restart: NodeJS.Timeout | undefined
  readonly #restarts = new Backoff(FIRST_RESTART_MS, LONGEST_RESTART_MS)
  #port: number
  #isStopping = false
  /** Resolves when the bots listen for the first time. */
  readonly #up: Promise<void>
  #tellUp!: () => void

  private constructor(parts: HouseParts, arenaUrl: string, owners: readonly Owner[], port: number) {
    this.#parts = parts
    this.#log = parts.log.child({ part: 'house' })
    this.#arenaUrl = arenaUrl
    this.ownerIds = owners.map(({ id }) => id)
    this.#secrets = owners.map(({ secret }) => secret)
    this.#port = port
    this.#up = new Promise((resolve) => (this.#tellUp = resolve))
  }

  /**
   * Starts the process and waits for a while until the bots listen. Null where no house bots are wanted; then earlier
   * ones are paused, or they would be seated and missed, unless another machine may have them.
   */
  static async start(parts: HouseParts, arenaUrl: string): Promise<House | null> {
    if (parts.config.houseBots === 0) {
      if (!(await hasOtherHome(parts))) await pauseAll(parts)
      return null
    }
    const owners = []
    for (const { email, handle } of HOUSE_OWNERS) owners.push(await openAccount(parts, email, handle))
    const bots = await botsOf(parts, owners)
    const house = new House(parts, arenaUrl, owners, await choosePort(bots))
    await house.#spawn()
    await Promise.race([house.#up, sleep(UP_MS, undefined, { ref: false })])
    return house
  }

  /** The id of the process, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#restart)
    const child = this.#child
    if (child === null) return
    const gone = once(child, 'exit')
    // The process ends with its standard input.
    child.stdin!.end()
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
    await gone
    clearTimeout(timer)
  }

  async #spawn(): Promise<void> {
    const { houseBots } = this.#parts.config
    const registered = await botsOf(
      this.#parts,
      this.ownerIds.map((id) => ({ id })),
    )
    if (this.#isStopping) return
    const startedAt = performance.now()
    const start = () =>
      spawn(process.execPath, HOUSE_PROGRAM, {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: {
          ARENA_BASE_URL: this.#arenaUrl,
          ARENA_HOUSE_PORT: String(this.#port),
          ARENA_HOUSE_BOTS: String(houseBots),
          ARENA_VERSION: this.#parts.version(),
          ARENA_HOUSE_KEYS: this.#secrets.join(','),
          ARENA_HOUSE_REGISTERED: registered.map(({ name }) => name).join(','),
        },
      })
    const child = startProcess(start, (error) => this.#comeBack(startedAt, `could not be started: ${error.message}`))
    this.#child = child
    if (child === null) return
    child.stdin.on('error', () => {})
    createInterface(child.stdout).on('line', (line) => this.#hear(line))
    createInterface(child.stderr).on('line', (line) => this.#log.warn(line))
    child.on('error', (error) => this.#log.error({ err: error }, 'the house bots could not be reached'))
    child.once('exit', (code, signal) => {
      this.#child = null
      this.#comeBack(startedAt, `ended with ${signal ?? `code ${code}`}`)
    })
  }

  #comeBack(startedAt: number, how: string): void {
    if (this.#isStopping) return
    if (performance.now() - startedAt > STEADY_MS) this.#restarts.reset()
    const inMs = this.#restarts.take()
    this.#log.warn({ how, inMs }, 'the house bots are down; they are started again')
    this.#restart = setTimeout(() => void this.#tryAgain(), inMs)
  }

  async #tryAgain(): Promise<void> {
    const startedAt = performance.now()
    try {
      if (!(await isFree(this.#port))) this.#port = await freePort()
      await this.#spawn()
    } catch (error) {
      // The database is away, or there is no port.
      this.#comeBack(startedAt, `could not be started: ${wordsOf(error)}`)
    }
  }

  #hear(line: string): void {
    const parsed = Line.safeParse(readLine(line))
    if (!parsed.success) return this.#log.warn(line)
    const { level, msg, ...fields } = parsed.data
    const { time: _time, name: _name, ...facts } = fields
    this.#log[level](facts, msg)
    const listening = Listening.safeParse(parsed.data)
    if (listening.success) this.#guard(this.#settle(listening.data).finally(this.#tellUp))
  }

  /** Points what was registered earlier to where the bots are now, and pauses those that are no longer played. */
  async #settle({ port, bots: names }: z.infer<typeof Listening>): Promise<void> {
    const { registrar } = this.#parts
    for (const bot of await botsOf(
      this.#parts,
      this.ownerIds.map((id) => ({ id })),
    )) {
      const url = new URL(bot.url)
      url.port = String(port)
      const isPlayed = names.includes(bot.name)
      const change = {
        ...(isPlayed && url.href !== bot.url && { url: url.href }),
        ...(isPlayed !== (bot.status === 'active') && { status: isPlayed ? ('active' as const) : ('paused' as const) }),
      }
      if (Object.keys(change).length > 0) await registrar.update(bot.ownerId, bot.id, change)
    }
  }

  #guard(work: Promise<void>): void {
    work.catch((error: unknown) => this.#log.error({ err: error }, 'the house bots are not as they should be'))
  }
}

/** Whether another machine is up that may have house bots. */
async function hasOtherHome({ db, machineId }: HouseParts): Promise<boolean> {
  const { machines, now } = await new MachineStore(db).machines()
  return machines.some(({ id, role, seenAt }) => id !== machineId && role === 'all' && isAlive(seenAt, now))
}

async function pauseAll(parts: HouseParts): Promise<void> {
  const owners = (await houseOwners(parts)).map((id) => ({ id }))
  for (const { id, ownerId } of await botsOf(parts, owners)) {
    await parts.bots.update(ownerId, id, { status: 'paused' })
  }
}

interface Owner {
  readonly id: string
  readonly secret: string
}

/** The account with a fresh key; those of earlier starts are revoked, because no program holds them any more. */
async function openAccount({ accounts, keys }: HouseParts, email: string, handle: string): Promise<Owner> {
  const user = await accounts.findOrCreate(email)
  if (user.name === '') await accounts.setHandle(user.id, handle)
  for (const { id, name, revokedAt } of await keys.list(user.id)) {
    if (name === KEY_NAME && revokedAt === null) await keys.revoke(user.id, id)
  }
  const key = await keys.create(user.id, { kind: 'bearer', name: KEY_NAME, scopes: DEPLOY_SCOPES })
  if (key === 'key-limit-reached') throw new Error(`The account ${email} holds too many keys`)
  return { id: user.id, secret: key.secret! }
}

async function botsOf({ bots }: HouseParts, owners: readonly Pick<Owner, 'id'>[]): Promise<Bot[]> {
  return (await Promise.all(owners.map(({ id }) => bots.list(id)))).flat()
}

/** Their last port, if it is free. */
async function choosePort(bots: readonly Bot[]): Promise<number> {
  const port = bots[0] === undefined ? 0 : Number(new URL(bots[0].url).port)
  return port > 0 && (await isFree(port)) ? port : freePort()
}
