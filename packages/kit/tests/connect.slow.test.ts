/** `arena-kit connect` at an arena on the fast clock, over real sockets: what it does, read line by line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serveBot } from '@arena/sdk'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../../host/src/system/free-port.ts'
import { shared } from '../../server/tests/begun-once.ts'
import { createTestArena, stillEngine } from '../../server/tests/arena/kit.ts'
import { runKit } from '../src/program.ts'
import { Terminal } from '../src/terminal.ts'
import { KIT } from '../../../scripts/tests/programs.ts'

const SDK = JSON.stringify(new URL('../../sdk/dist/index.js', import.meta.url).href)

/** Stands there, and knows the arena by its signature. `more` are further hooks. */
const botText = (more = ''): string => `
import { serveBot } from ${SDK}
await serveBot({ play: () => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => ({}), ${more} }) })
console.log('here I am')`

/** A match is over in no time, and one engine process plays many. */
const ENGINE = stillEngine('ends=60', 'rests=999')

const arena = shared(() => createTestArena({ env: { ARENA_ENGINE: ENGINE } }))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-connect-'))
  await mkdir(join(folder, 'my-bot'))
  await writeFile(join(folder, 'my-bot/package.json'), '{ "name": "my-bot", "type": "module" }')
  await writeFile(join(folder, 'my-bot/bot.js'), botText())
  for (const name of ['fox', 'falco']) await writeFile(join(folder, `${name}.mjs`), botText())
})
afterAll(() => rm(folder, { recursive: true }))

/** The key of an account, a new one for each test. */
let key: string
beforeEach(async () => {
  key = await arena.account()
  vi.stubEnv('ARENA_KEY', key)
})

/** The command, as it runs. */
class Run {
  readonly #interruption = new AbortController()
  readonly code: Promise<number>
  out = ''
  err = ''
  #heard = (): void => {}
  #hasEnded = false

  constructor(args: readonly string[], url = arena.url) {
    const write = (to: 'out' | 'err') => ({
      write: (part: string) => {
        this[to] += part
        this.#heard()
      },
    })
    const terminal = new Terminal(this.#interruption.signal, write('out'), write('err'))
    this.code = runKit(['connect', '--arena', url, ...args], terminal).finally(() => {
      this.#hasEnded = true
      this.#heard()
    })
  }

  async until(pattern: RegExp, from: 'out' | 'err' = 'out'): Promise<void> {
    while (!pattern.test(this[from])) {
      if (this.#hasEnded) throw new Error(`ended without ${pattern}:\n${this.out}${this.err}`)
      await new Promise<void>((resolve) => (this.#heard = resolve))
    }
  }

  interrupt(): void {
    this.#interruption.abort()
  }

  async leave(): Promise<number> {
    this.interrupt()
    return this.code
  }
}

const runs: Run[] = []
afterEach(async () => {
  for (const run of runs.splice(0)) await run.leave()
  vi.unstubAllEnvs()
})

function connect(...args: string[]): Run {
  const run = new Run(args.map((arg) => arg.replace('FOLDER', folder)))
  runs.push(run)
  return run
}

/** What is printed to its end, where it ends by itself. */
async function ended(...args: string[]) {
  const run = connect(...args)
  return { code: await run.code, out: run.out, err: run.err }
}

const ownBots = async (): Promise<{ name: string; status: string; url: string; id: string }[]> =>
  ((await arena.own(key, 'GET', '/bots')) as unknown as { bots: [] }).bots

test('a bot is registered, waits, plays a rated match and is told how it went; Ctrl-C pauses it and leaves', async () => {
  const run = connect('FOLDER/my-bot/bot.js')
  await run.until(/^waits {5}my-bot: /m)
  await arena.player()
  await run.until(/ landed: .*\n {10}.*\n/)
  expect(await run.leave()).toBe(130)
  const [bot] = await ownBots()
  expect(bot).toMatchObject({ name: 'my-bot', status: 'paused', url: expect.stringMatching(/\/relay\/relay_\w{26}$/) })
  const [match] = await arena.matchesOf({ record: bot } as never)
  expect(match).toMatchObject({ status: 'completed', players: [{ ratingDelta: expect.any(Number) }, {}] })
  // Said by the kit, over the relay: the hash of the file.
  expect(match!.players.find(({ botId }) => botId === bot!.id)).toMatchObject({
    version: expect.stringMatching(/^[0-9a-f]{12}$/),
  })
  const page = `${arena.url}/watch/${match!.id}`
  const lines = run.out.trimEnd().split('\n')
  const other = match!.players.find(({ botId }) => botId !== bot!.id)!.botName
  expect(lines).toEqual([
    `connected to ${arena.url}. Ctrl-C pauses my-bot and leaves.`,
    `bot       my-bot (${bot!.id}) is registered, and is seated from the next tick on.`,
    expect.stringMatching(/^waits {5}my-bot: No bot of another account is here yet\.$/),
    expect.stringMatching(new RegExp(`^begins {4}my-bot against ${other} on [A-Z].+: ${page}$`)),
    expect.stringMatching(
      new RegExp(
        `^result {4}my-bot against ${other}: a draw by time after 0:01, 4 to 4; rating [+−]\\d+\\.\\d, now −?\\d+\\.\\d; all 184 pads landed: ${page}$`,
      ),
    ),
    expect.stringMatching(/^ {10}lead 0 frames/),
    expect.stringMatching(/^waits {5}my-bot: /),
    'paused    my-bot is given no other match.',
    'left      my-bot plays again from the next arena-kit connect on.',
  ])
  expect(run.err).toContain('my-bot | here I am\n')
})

test('--bot-version says the version of programs; a bot that runs already says its own', async () => {
  const run = connect('FOLDER/my-bot/bot.js', '--bot-version', '1.4')
  await run.until(/^waits {5}my-bot: /m)
  await arena.player()
  await run.until(/ landed: /)
  await run.leave()
  const [bot] = await ownBots()
  const [match] = await arena.matchesOf({ record: bot } as never)
  expect(match!.players.find(({ botId }) => botId === bot!.id)).toMatchObject({ version: '1.4' })
  expect(await ended('FOLDER/my-bot/bot.js', '--bot-version', 'my bot')).toMatchObject({
    code: 2,
    err: expect.stringContaining('A version is 1 to 32 letters, digits and characters of . _ + -.'),
  })
  const running = await ended('http://127.0.0.1:9', '--name', 'x', '--bot-version', '1')
  expect(running.code).toBe(2)
  expect(running.err).toContain('the bot at http://127.0.0.1:9 runs already, and says its version itself.')
})

test('--rehearse plays one game that does not count, tells how it went, and leaves the bot paused', async () => {
  const { code, out } = await ended('FOLDER/my-bot/bot.js', '--rehearse')
  const [bot] = await ownBots()
  expect(code).toBe(0)
  expect(bot).toMatchObject({ name: 'my-bot', status: 'paused' })
  const told = out
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('waits'))
  expect(told).toEqual([
    `paused    my-bot (${bot!.id}) is given no match; it rehearses at ${arena.url}.`,
    ...Array.from({ length: told.length - 3 }, () =>
      expect.stringMatching(/^begins {4}my-bot against [A-Z]\w+(?: on [A-Z].+)?\. It does not count\.$/),
    ),
    expect.stringMatching(
      new RegExp(
        `^result {4}my-bot against [A-Z]\\w+: a draw by time after 0:01, 4 to 4, unrated; .*pads landed.*: ${arena.url}/b/${bot!.id}$`,
      ),
    ),
    expect.stringMatching(/^ {10}lead \d frames?/),
  ])
  expect(await arena.matchesOf({ record: bot } as never)).toEqual([])

  const json = await ended('FOLDER/my-bot/bot.js', '--rehearse', '--json')
  const events = json.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; rehearsal: { status: string } })
  expect(events[0]).toMatchObject({ event: 'rehearses', bot: bot!.id, rehearsal: { status: 'waiting' } })
  expect(events.at(-1)).toMatchObject({ event: 'rehearsed', bot: bot!.id, rehearsal: { status: 'completed' } })
}, 60_000)

test('the next connect finds it again, with its rating; a program reads what happens as JSON', async () => {
  const first = connect('FOLDER/my-bot/bot.js')
  await first.until(/^waits/m)
  await first.leave()
  const second = connect('FOLDER/my-bot/bot.js', '--json')
  await second.until(/"waits"/)
  await second.leave()
  const { id, url } = (await ownBots())[0]!
  expect(
    second.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { event: 'connected', arena: arena.url, bots: [{ id, name: 'my-bot', url, how: 'resumed' }] },
    { event: 'waits', bot: id, state: 'free', waiting: expect.objectContaining({ says: expect.any(String) }) },
    { event: 'paused', bot: id },
    { event: 'left' },
  ])
})

test('several bots play through one connection, each by its name', async () => {
  const run = connect('FOLDER/fox.mjs', 'FOLDER/falco.mjs', '--name', 'Fox of mine')
  await run.until(/^waits {5}falco/m)
  for (let i = 0; i < 2; i++) await arena.player()
  for (const name of ['Fox of mine', 'falco'])
    await run.until(new RegExp(`^result {4}${name} against Bot .* landed`, 'm'))
  await run.leave()
  expect(run.out).toMatch(/^connected to .* Ctrl-C pauses Fox of mine, falco and leaves\.$/m)
  expect(await ownBots()).toMatchObject([{ status: 'paused' }, { status: 'paused' }])
})

test('a server that runs already is passed on to at its path; what answers as no bot does is told', async () => {
  const server = await serveBot({
    port: 0,
    arenaUrl: arena.url,
    play: { '/one': () => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => ({}) }) },
  })
  const url = `http://127.0.0.1:${server.port}/one`
  const run = connect(url, '--name', 'Served')
  await run.until(/^waits/m)
  await arena.player()
  await run.until(/^result {4}Served against .* all 184 pads landed/m)
  await run.leave()
  expect(await ownBots()).toMatchObject([{ name: 'Served', url: expect.stringMatching(/\/relay\/relay_\w+\/one$/) }])
  const elsewhere = `http://127.0.0.1:${server.port}/two`
  expect(await ended(elsewhere, '--name', 'Served')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(new RegExp(`^arena-kit: There is no bot at ${elsewhere}: answered 404`)),
  })
  await server.close()
})

test('a server that does not listen yet is waited for, in one line, and its bot registered once it does', async () => {
  const port = await freePort()
  const run = connect(`http://127.0.0.1:${port}`, '--name', 'Later')
  const absent = `waits     Later: nothing listens at http://127.0.0.1:${port} yet. It is registered, or found again, once it does.\n`
  await run.until(/^waits/m)
  await sleep(1_100)
  expect(run.out).toBe(absent)
  expect(await ownBots()).not.toContainEqual(expect.objectContaining({ name: 'Later' }))
  const server = await serveBot({
    port,
    arenaUrl: arena.url,
    play: () => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => ({}) }),
  })
  await run.until(/^bot {7}Later \(bot_\w+\) is registered, and is seated from the next tick on\.$/m)
  await run.leave()
  await server.close()
  // Ctrl-C ends the wait as it ends everything.
  const again = connect(`http://127.0.0.1:${port}`, '--name', 'Later')
  await again.until(/^waits/m)
  expect(await again.leave()).toBe(130)
})

test('a program that ends is started again; one that cannot be started any more is given up, and its bot paused', async () => {
  const die = join(folder, 'die')
  const dies = `import { existsSync } from 'node:fs'\nconst die = () => existsSync(${JSON.stringify(die)}) && process.exit(4)\ndie()\nsetInterval(die, 20)\n`
  await writeFile(join(folder, 'mortal.mjs'), dies + botText('closed: () => process.exit(3)'))
  const run = connect('FOLDER/mortal.mjs')
  await run.until(/^waits/m)
  await arena.player()
  await run.until(/mortal \| ended \(code 3\) while it was still needed\n[^]*mortal is started again\.\n/, 'err')
  await writeFile(die, '')
  expect(await run.code).toBe(1)
  expect(run.err).toMatch(
    /mortal \| ended \(code 4\) while .*\n(?:.*mortal\.mjs ended \(code 4\) before it listened\n){4}arena-kit: No bot is left that plays\.\n$/,
  )
  expect(run.out).toMatch(/\npaused {4}mortal is given no other match\.\n$/)
  expect(await ownBots()).toMatchObject([{ status: 'paused' }])
})

test('a bot with an address of its own is left alone, unless it is taken over', async () => {
  const { record, bot } = await arena.player({}, key)
  await arena.own(key, 'PATCH', `/bots/${record.id}`, { name: 'my-bot', status: 'paused' })
  expect(await ended('FOLDER/my-bot/bot.js')).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining(
      `arena-kit: Your bot my-bot (${record.id}) has an address of its own, ${bot.url}, and is left as it is. Connect under another ` +
        'name with --name, or with --take-over for it to play from here from now on, with its rating.\n',
    ),
  })
  const run = connect('FOLDER/my-bot/bot.js', '--take-over')
  await run.until(/^bot {7}my-bot \(bot_\w+\) plays from here now, and no longer from http:\S+\/?\.$/m)
  await run.leave()
  expect(await ownBots()).toMatchObject([{ id: record.id, url: expect.stringContaining('/relay/relay_') }])
})

test('the connector that came last has the bot: the one before stops, says so, and pauses nothing', async () => {
  const first = connect('FOLDER/my-bot/bot.js')
  await first.until(/^waits/m)
  const second = connect('FOLDER/my-bot/bot.js')
  expect(await first.code).toBe(1)
  expect(first.err).toMatch(
    /^arena-kit: Another connector has taken over \(.*\), and this one has stopped\. One program plays for a bot/m,
  )
  await second.until(/^waits/m)
  expect(await ownBots()).toMatchObject([{ status: 'active' }])
})

test('Ctrl-C lets a match that runs be played to its end', async () => {
  const run = connect('FOLDER/my-bot/bot.js')
  await run.until(/^waits/m)
  let goOn = (): void => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await arena.player({ thinks: () => held })
  await run.until(/^begins/m)
  run.interrupt()
  await run.until(
    /^paused {4}my-bot is given no other match\.\nleaving {3}once my-bot has played to the end\. Ctrl-C again leaves at once, and the match is lost\.$/m,
  )
  goOn()
  expect(await run.code).toBe(130)
  expect(run.out).toMatch(/\nleaving {3}.*\nresult {4}my-bot against .*\n {10}.*\nleft {6}.*\n$/)
})

test('the second Ctrl-C leaves at once, and says what that means', async () => {
  const never = new Promise<void>(() => {})
  const args = ['connect', join(folder, 'my-bot/bot.js'), '--arena', arena.url]
  const child = spawn(process.execPath, [KIT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  const said = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(out)) await once(child.stdout, 'data')
  }
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await said(/^waits/m)
  await arena.player({ thinks: () => never })
  await said(/^begins/m)
  child.kill('SIGINT')
  await said(/^leaving/m)
  // One that follows at once would be the same.
  await sleep(600)
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([130, null])
  expect(out).toMatch(/\nleft {6}at once: nobody plays for my-bot any more\.\n$/)
})

test('an arena that restarts is waited for: the connection is dialled again, and the bot plays on', async () => {
  const env = { ARENA_ENGINE: ENGINE, PORT: String(await freePort()) }
  const before = await createTestArena({ env })
  vi.stubEnv('ARENA_KEY', await before.account())
  const run = connect('FOLDER/my-bot/bot.js', '--arena', before.url)
  await run.until(/^waits/m)
  await before.machine.close()
  await run.until(/^lost {6}The connection is lost: the arena restarts\. It is dialled again until it is there\.$/m)
  await using after = await createTestArena({ env, dataDir: before.dataDir })
  await run.until(/^back {6}Connected after [\d.]+ s\.$/m)
  // The first account is that of the bot.
  await after.account()
  await after.player()
  await run.until(/^result {4}my-bot against .* all 184 pads landed/m)
  expect(await run.leave()).toBe(130)
})

test('without a key, with one that lacks a scope, and at something else than an arena, it says what to do', async () => {
  vi.stubEnv('ARENA_KEY', undefined)
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  const bot = 'FOLDER/my-bot/bot.js'
  expect(await ended(bot)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/There is no key for .* arena-kit login/),
  })
  const { id } = await arena.parts.accounts.findOrCreate('reader@example.org')
  const made = await arena.parts.keys.create(id, { kind: 'bearer', name: 'reads', scopes: ['bots.read'] })
  vi.stubEnv('ARENA_KEY', (made as { secret: string }).secret)
  expect(await ended(bot)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/The key lacks bots\.write; arena-kit login makes one that has it\.\n$/),
  })
  const nowhere = `http://127.0.0.1:${await freePort()}`
  expect(await ended(bot, '--arena', nowhere)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/cannot be reached: connect ECONNREFUSED/),
  })
  for (const [args, why] of [
    [['ember'], 'ember is a bot of the kit'],
    [['https://bot.example.org', '--name', 'x'], 'without TLS'],
    [['http://127.0.0.1:9'], 'Say so with --name'],
  ] as const) {
    expect(await ended(...args)).toMatchObject({ code: 2, err: expect.stringContaining(why) })
  }
})
