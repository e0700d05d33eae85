/** A guide of docs/, command by command, as a reader runs it: in an empty folder, with an empty home, at an arena of its own. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { freePort } from '../../packages/host/src/system/free-port.ts'
import { readOutbox, signInOf, type parseMail } from '../../packages/server/tests/mailbox.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PROGRAM = join(ROOT, 'build/current/packages/server/dist/main.js')
const EMAIL = 'reader@example.org'
/** A Ctrl-C within a shorter time is taken for the one before. */
const ANOTHER_MS = 600
/** What a shell keeps from one command to the next. */
const KEPT = /^(?:export|cd|\.) .*\n/gm

/** A program with its output, and everything that it has started. */
class Running {
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
  text = ''
  #heard = (): void => {}
  #code: number | null | undefined

  constructor(child: ChildProcess) {
    this.child = child
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.text += chunk.toString()
        this.#heard()
      })
    }
    this.exited = new Promise((resolve) => {
      child.once('close', (code) => {
        this.#code = code
        resolve(code)
        this.#heard()
      })
    })
  }

  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text)) {
      if (this.#code !== undefined)
        throw new Error(`ended with ${this.#code}, and did not say ${pattern}:\n${this.text}`)
      await new Promise<void>((resolve) => (this.#heard = resolve))
    }
  }

  /** As Ctrl-C does; `at once`: as a second one does. */
  async stop(how: 'in order' | 'at once' = 'in order'): Promise<void> {
    if (this.#code === undefined) process.kill(-this.child.pid!, 'SIGINT')
    if (how === 'at once') {
      await sleep(ANOTHER_MS)
      if (this.#code === undefined) process.kill(-this.child.pid!, 'SIGINT')
    }
    await this.exited
  }
}

/** What it says, once it has ended without a fault. */
export async function ends(running: Running): Promise<string> {
  expect(await running.exited, running.text).toBe(0)
  return running.text
}

export class Guide {
  /** Where the commands run. */
  readonly work: string
  readonly environment: NodeJS.ProcessEnv
  readonly #folder: string
  readonly #blocks: readonly string[]
  readonly #programs: Running[] = []
  #kept = ''
  #at = 0

  private constructor(folder: string, blocks: readonly string[], environment: NodeJS.ProcessEnv) {
    this.#folder = folder
    this.#blocks = blocks
    this.work = join(folder, 'work')
    this.environment = environment
  }

  /** The guide of a page, at an arena that runs. `environment` is the reader's, besides PATH, HOME, ARENA, EMAIL and PORT. */
  static async open(page: string, environment: NodeJS.ProcessEnv, within = tmpdir()): Promise<Guide> {
    if (!existsSync(PROGRAM)) execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' })
    const folder = await mkdtemp(join(within, 'arena-guide-'))
    const [port, botPort] = [await freePort(), await freePort()]
    const { PATH } = process.env
    const guide = new Guide(folder, fencesOf(await readFile(join(ROOT, 'docs', page), 'utf8'), 'sh'), {
      PATH,
      HOME: join(folder, 'home'),
      ARENA: `http://127.0.0.1:${port}`,
      EMAIL,
      // In the place of 9000, which may be taken.
      PORT: String(botPort),
      ...environment,
    })
    for (const each of ['home', 'work']) await mkdir(join(folder, each))
    const service = {
      PATH,
      PORT: String(port),
      ARENA_DATA_DIR: join(folder, 'arena'),
      ARENA_HOUSE_BOTS: '2',
      ARENA_TICK_MS: '500',
      ARENA_REST_MS: '1000',
    }
    const arena = guide.#start(process.execPath, [PROGRAM], service, folder)
    await arena.until(/listening|http:\/\/127\.0\.0\.1/)
    return guide
  }

  get isAtEnd(): boolean {
    return this.#at === this.#blocks.length
  }

  /** Starts the next block of commands, changed where a test has to be shorter. */
  next(change: (block: string) => string = (block) => block): Running {
    const block = change(this.#blocks[this.#at++]!.replace(':9000', `:${this.environment['PORT']}`))
    const running = this.run(block)
    this.#kept += block.match(KEPT)?.join('') ?? ''
    return running
  }

  /** Starts a command that the guide leaves to its reader. */
  run(block: string): Running {
    // Bash takes a pipe of Node for a connection from afar, for which it would read the settings of a terminal.
    const options = ['--norc', '-euo', 'pipefail']
    return this.#start('bash', [...options, '-c', this.#kept + block], this.environment, this.work)
  }

  /** Signs in by the next block, with the code of the mail. */
  async signIn(): Promise<string> {
    const login = this.next()
    await login.until(/Code: $/)
    login.child.stdin!.write(`${signInOf(await this.#mail()).code}\n`)
    await login.until(/Name on the leaderboard: $/)
    login.child.stdin!.write('reader\n')
    return ends(login)
  }

  async close(): Promise<void> {
    for (const program of this.#programs.toReversed()) await program.stop()
    await rm(this.#folder, { recursive: true })
  }

  /** The arena sends it in its own time. */
  async #mail(): ReturnType<typeof parseMail> {
    for (;;) {
      const [first] = await readOutbox(join(this.#folder, 'arena/outbox'), EMAIL)
      if (first !== undefined) return first
      await sleep(50)
    }
  }

  #start(program: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Running {
    const running = new Running(spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' }))
    this.#programs.push(running)
    return running
  }
}

/** The blocks of one language on a page. */
export function fencesOf(page: string, language: string): string[] {
  return [...page.matchAll(/```(\w+)\n([^]*?)```/g)].flatMap(([, tag, block]) => (tag === language ? [block!] : []))
}
