/**
 * docs/first-bot.md, command by command, as a reader runs it: in an empty folder, with an empty home, without a package registry,
 * at a running arena that serves its kit.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../packages/host/src/system/free-port.ts'
import { readOutbox, signInOf, type parseMail } from '../packages/server/tests/mailbox.ts'
import { IS_LONG } from './tests/series.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROGRAM = join(ROOT, 'build/current/packages/server/dist/main.js')
const EMAIL = 'reader@example.org'

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

  async stop(): Promise<void> {
    if (this.#code === undefined) process.kill(-this.child.pid!, 'SIGINT')
    await this.exited
  }
}

/** The arena sends it in its own time. */
async function mail(): ReturnType<typeof parseMail> {
  for (;;) {
    const [first] = await readOutbox(join(folder, 'arena/outbox'), EMAIL)
    if (first !== undefined) return first
    await sleep(50)
  }
}

let folder: string
let arena: Running
let environment: NodeJS.ProcessEnv
const programs: Running[] = []

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd: string): Running {
  const running = new Running(spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' }))
  programs.push(running)
  return running
}

beforeAll(async () => {
  if (!existsSync(PROGRAM)) execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' })
  folder = await mkdtemp(join(tmpdir(), 'arena-first-bot-'))
  const [port, botPort] = [await freePort(), await freePort()]
  const { PATH } = process.env
  const service = {
    PATH,
    PORT: String(port),
    ARENA_DATA_DIR: join(folder, 'arena'),
    ARENA_HOUSE_BOTS: '2',
    ARENA_TICK_MS: '500',
    ARENA_REST_MS: '1000',
  }
  arena = start(process.execPath, [PROGRAM], service, folder)
  const url = `http://127.0.0.1:${port}`
  environment = {
    PATH,
    HOME: join(folder, 'home'),
    ARENA: url,
    EMAIL,
    // In the place of 9000, which may be taken.
    PORT: String(botPort),
    // Nobody is there: nothing but the arena may be needed.
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_update_notifier: 'false',
  }
  await mkdir(environment['HOME']!)
  await arena.until(/listening|http:\/\/127\.0\.0\.1/)
}, 300_000)
afterAll(async () => {
  for (const program of programs.toReversed()) await program.stop()
  await rm(folder, { recursive: true })
})

test('every command of the guide does what the guide says, from an empty folder to a match on the ladder', async () => {
  const blocks = [...(await readFile(join(ROOT, 'docs/first-bot.md'), 'utf8')).matchAll(/```sh\n([^]*?)```/g)].map(
    ([, block]) => block!,
  )
  const work = join(folder, 'work')
  await mkdir(work)
  /** What a shell keeps from one command to the next. */
  let kept = ''
  let at = 0
  function next(): Running {
    const block = blocks[at++]!.replace(':9000', `:${environment['PORT']}`)
    const running = start('bash', ['-euo', 'pipefail', '-c', kept + block], environment, work)
    kept += block.match(/^(?:export|cd) .*\n/gm)?.join('') ?? ''
    return running
  }
  async function ends(running: Running): Promise<string> {
    expect(await running.exited, running.text).toBe(0)
    return running.text
  }

  await ends(next()) // the address of the kit
  expect(await ends(next())).toContain(`my-bot is a bot for ${environment['ARENA']}`)
  const dev = next()
  await dev.until(/http:\/\/127\.0\.0\.1:\d+/)
  await dev.until(/0:00|frame|bot 4 stocks/)
  await dev.stop()
  await ends(next()) // another character
  expect(await ends(next())).toMatch(/Elo/)
  expect(await ends(next())).toMatch(/pass 1/)
  expect(await ends(next())).toMatch(/passes|keeps/)

  const bot = next()
  await bot.until(/listening on http:\/\/127\.0\.0\.1:\d+/)
  const login = next()
  await login.until(/Code: $/)
  login.child.stdin!.write(`${signInOf(await mail()).code}\n`)
  await login.until(/Name on the leaderboard: $/)
  login.child.stdin!.write('reader\n')
  expect(await ends(login)).toContain('Signed in to')
  expect(await ends(next())).toMatch(/My first bot is registered as bot_/)
  const watch = next()
  await watch.until(/begins {4}.*My first bot \*/)
  if (IS_LONG) await watch.until(/result {4}.*My first bot \*/)
  await watch.stop()
  expect(at).toBe(blocks.length)
}, 900_000)
