/** The kit's commands about an account, at a service as an arena runs it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Bot, CreatedKey, KeyList } from '@arena/protocol'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runKit } from '../src/program.ts'
import { Terminal } from '../src/terminal.ts'
import { startBot, startService, type Service, type TestBot } from '../../server/tests/http-service.ts'
import { listen } from '../../host/tests/loopback.ts'
import { readOutbox, signInOf } from '../../server/tests/mailbox.ts'
import { receiptFacts } from '../../server/tests/receipt-facts.ts'
import { endMatch, seatMatch } from '../../server/tests/stored-match.ts'
import { KIT } from '../../../scripts/tests/programs.ts'

const EMAIL = 'ada@example.org'

let service: Service
let bot: TestBot
let folder: string
beforeAll(async () => {
  service = await startService()
  bot = await startBot()
  folder = await mkdtemp(join(tmpdir(), 'arena-kit-account-'))
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  vi.stubEnv('ARENA_URL', service.url)
  vi.stubEnv('ARENA_KEY', undefined)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service[Symbol.asyncDispose]()
  await bot[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

interface Printed {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function kit(...args: string[]): Promise<Printed> {
  const text = { out: '', err: '' }
  const write = (to: 'out' | 'err') => ({ write: (part: string) => (text[to] += part) })
  const code = await runKit(args, new Terminal(new AbortController().signal, write('out'), write('err')))
  return { code, ...text }
}

const json = async (...args: string[]): Promise<unknown> => JSON.parse((await kit(...args, '--json')).out)

test('without a key a command says how to get one', async () => {
  expect(await kit('bots', 'list')).toEqual({
    code: 1,
    out: '',
    err: `arena-kit: There is no key for ${service.url}. Sign in with arena-kit login, or set ARENA_KEY.\n`,
  })
  expect(await kit('watch', '--own')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^arena-kit: Which bots are yours\? There is no key for .*\n$/),
  })
})

test('login asks for address, code and name, and keeps a key that only its owner can read', async () => {
  const child = spawn(process.execPath, [KIT, 'login'], { stdio: 'pipe' })
  const text = { out: '', err: '' }
  const said = (pattern: RegExp, from: 'out' | 'err' = 'err') =>
    new Promise<void>((resolve) => {
      const look = (): void => {
        if (pattern.test(text[from])) resolve()
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      look()
    })
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))

  await said(/E-mail address: $/)
  child.stdin.write(`${EMAIL}\n`)
  await said(/Code: $/)
  await service.context.mailer.settled()
  const [mail] = await readOutbox(join(service.context.config.dataDir, 'outbox'), EMAIL)
  child.stdin.write(`${signInOf(mail!).code}\n`)
  await said(/Name on the leaderboard: $/)
  child.stdin.write('ada\n')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(text.out).toBe(`A mail with a code is on its way to ${EMAIL}.\nSigned in to ${service.url} as @ada.\n`)

  const file = join(folder, 'arena-kit/keys.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toContain(service.url)
}, 60_000)

test('a wrong code is refused in the words of the arena, and nothing is kept', async () => {
  const { code, err } = await kit('login', '--email', EMAIL, '--code', '000000')
  expect(code).toBe(1)
  expect(err).toMatch(/^arena-kit: .*(?:code|Code)/)
  expect(await kit('login', '--email', 'nobody')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Not an e-mail address.'),
  })
})

test('where no key can be kept no mail is sent, and a key that could not be kept is revoked', async () => {
  const asked: string[] = []
  const home = await mkdtemp(join(folder, 'home-'))
  const user = { id: 'user_01k9y3v8h2e6wbz4m0t7qnd5fa', name: 'ada', email: EMAIL }
  const [key] = CreatedKey.meta()!.examples as object[]
  const arena = http.createServer((request, response) => {
    const what = `${request.method} ${request.url}`
    asked.push(what)
    response.setHeader('content-type', 'application/json')
    if (what === 'POST /auth/email/verify') response.setHeader('set-cookie', 'session=1')
    // Between the look whether it can be kept and the keeping.
    if (what === 'POST /keys') {
      rmSync(join(home, 'arena-kit/keys.json'))
      mkdirSync(join(home, 'arena-kit/keys.json/taken'), { recursive: true })
    }
    response.end(JSON.stringify(request.url!.startsWith('/keys') ? key : user))
  })
  const url = `http://127.0.0.1:${await listen(arena)}`
  const login = () => kit('login', url, '--email', EMAIL, '--code', '123456')
  try {
    await writeFile(join(folder, 'file'), '')
    vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'file'))
    expect(await login()).toMatchObject({ code: 1, err: expect.stringContaining('could not be ') })
    expect(asked).toEqual([])
    vi.stubEnv('XDG_CONFIG_HOME', home)
    expect(await login()).toMatchObject({ code: 1, err: expect.stringContaining('The keys could not be read: ') })
    expect(asked).toEqual([
      'POST /auth/email/verify',
      'POST /keys',
      expect.stringMatching(/^DELETE \/keys\/key_/),
      expect.stringContaining('/auth/'),
    ])
  } finally {
    vi.stubEnv('XDG_CONFIG_HOME', folder)
    arena.close()
  }
})

test('login --key keeps any key that the arena knows, whatever its scopes are', async () => {
  const home = await mkdtemp(join(folder, 'home-'))
  const login = async (secret: string): Promise<unknown> => {
    const child = spawn(process.execPath, [KIT, 'login', '--key'], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, XDG_CONFIG_HOME: home },
    })
    child.stdin.end(`${secret}\n`)
    return (await once(child, 'exit'))[0]
  }
  const secret = await service.bearer('eve@example.org', ['account.read'])
  expect(await login(secret)).toBe(0)
  expect(await readFile(join(home, 'arena-kit/keys.json'), 'utf8')).toContain(secret)
  expect(await login(`arn_${'0'.repeat(48)}`)).toBe(1)
}, 60_000)

test('who registers a bot reads what it waits for', async () => {
  const { out } = await kit('bots', 'register', 'Early', bot.url)
  expect(out).toMatch(
    /^Early is registered as bot_\w+, and is seated from the next tick on\.\nNo bot of another account is here yet\.\n$/,
  )
  await kit('bots', 'remove', 'Early')
})

test('bots are registered, listed, paused, unpaused, moved, renamed and removed, by id or by name', async () => {
  const registered = Bot.parse(await json('bots', 'register', 'Waveland', bot.url))
  expect((await kit('bots', 'list')).out).toBe(
    `  id${' '.repeat(28)}  name      status  url\n  ${registered.id}  Waveland  Active  ${bot.url}\n`,
  )
  // A group alone lists.
  expect(await kit('bots')).toEqual(await kit('bots', 'list'))
  expect(await kit('bots', 'regster', 'x')).toMatchObject({
    code: 2,
    err: "arena-kit: unknown command 'bots regster': see arena-kit bots --help\n",
  })
  expect((await kit('bots', 'pause', 'Waveland', '--wait')).out).toBe('Waveland is paused.\n')
  expect(await json('bots', 'list')).toMatchObject({ bots: [{ status: 'paused' }] })
  expect((await kit('bots', 'unpause', registered.id)).out).toBe(`Waveland is active, at ${bot.url}.\n`)
  expect(await json('bots', 'move', 'Waveland', `${bot.url}?v=2`)).toMatchObject({ url: `${bot.url}?v=2` })
  expect((await kit('bots', 'rename', 'Waveland', 'Wavedash')).out).toContain('Wavedash is active')
  expect(await kit('bots', 'pause', 'Waveland')).toMatchObject({
    code: 1,
    err: 'arena-kit: No bot of yours is "Waveland". There are Wavedash.\n',
  })
  expect((await kit('bots', 'remove', 'Wavedash')).out).toBe(`Wavedash (${registered.id}) is removed.\n`)
  expect((await kit('bots', 'list')).out).toContain('There is no bot')
})

test('a second bot with a name or URL of the account is registered with a warning', async () => {
  const first = Bot.parse(await json('bots', 'register', 'Twin', bot.url))
  const { code, out, err } = await kit('bots', 'register', 'Twin', bot.url)
  expect(code).toBe(0)
  const [, second] = /registered as (bot_\w+),/.exec(out)!
  expect(err).toContain(
    `Warning: ${first.id} (Twin, active) has the same name and URL. One program then plays for both, each with a rating of its own. ` +
      `To undo it: arena-kit bots remove ${second}\n`,
  )
  const third = await kit('bots', 'register', 'Twin', `${bot.url}?v=3`)
  expect(third.err).toContain('has the same name. Only their ids tell them apart.')
  for (const { id } of ((await json('bots', 'list')) as { bots: Bot[] }).bots) await kit('bots', 'remove', id)
})

test('a bot that the arena does not reach is not registered, and each step of the check is shown', async () => {
  await using deaf = await startBot({ answer: 'hello' })
  const { code, err } = await kit('bots', 'register', 'Deaf', deaf.url)
  expect(code).toBe(1)
  expect(err).toContain(`arena-kit: The arena does not reach ${deaf.url}:`)
  expect(err).toMatch(/FAILED {2}GET [^]*The body has to be the word pong/)
  expect(await kit('bots', 'register', 'Deaf', 'nowhere')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Not an http(s) or ws(s) URL.'),
  })
})

test('keys are created with their secret, listed without it, and revoked', async () => {
  const created = CreatedKey.parse(await json('keys', 'create', 'deploy', '--scopes', 'bots.read'))
  expect(created).toMatchObject({ kind: 'bearer', scopes: ['bots.read'], secret: expect.stringMatching(/^arn_/) })
  const { out } = await kit('keys', 'list')
  expect(out).toMatch(new RegExp(`^ {2}id .*\n {2}${created.id} {2}deploy .* bots\\.read +never\n`))
  expect(out).not.toContain(created.secret)
  expect((await kit('keys', 'revoke', created.id)).out).toBe(`deploy (${created.id}) is revoked.\n`)
  expect(KeyList.parse(await json('keys', 'list')).keys[0]!.revokedAt).not.toBeNull()
  expect(await kit('keys', 'create', 'x', '--scopes', 'all')).toMatchObject({ code: 2 })
})

test('in a pipeline the key comes from ARENA_KEY; one that lacks a scope says which', async () => {
  vi.stubEnv('ARENA_KEY', await service.bearer('eve@example.org', ['bots.read']))
  try {
    expect((await kit('bots', 'list')).out).toContain('There is no bot')
    expect((await kit('bots', 'register', 'Eve', bot.url)).err).toContain('The key lacks bots.write')
  } finally {
    vi.stubEnv('ARENA_KEY', undefined)
  }
})

test('watch prints each beginning and each result, marks one’s own bots, and says what they wait for', async () => {
  const own = Bot.parse(await json('bots', 'register', 'Mine', bot.url))
  const { context } = service
  const bob = await context.accounts.findOrCreate('bob@example.org')
  const theirs = await context.bots.register(bob.id, { name: 'Theirs', mode: 'live', url: bot.url })
  const waiting = async () => (await json('bots', 'list')) as { bots: Bot[] }
  await expect.poll(waiting, { timeout: 10_000 }).toMatchObject({ bots: [{ standing: { waiting: { free: 1 } } }] })
  const stop = new AbortController()
  let out = ''
  const terminal = new Terminal(stop.signal, { write: (part) => (out += part) }, { write: () => {} })
  const ended = runKit(['watch'], terminal)
  const until = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(out)) await sleep(20)
  }
  await until(/waits {5}.*\n/)
  expect(out).toMatch(/Ctrl-C ends\.\n\nwaits {5}Mine \* {2}1 bot is free: the arena begins no match at the moment\.\n/)
  const seated = [own, theirs].map(({ id, name, url }) => ({ botId: id, name, url }))
  const order = await seatMatch(context, { bots: [seated[0]!, seated[1]!] })
  context.live.seated(order)
  await until(/begins {4}.*\n/)
  await endMatch(context, order.matchId, { receipts: [receiptFacts(), receiptFacts()] })
  context.live.finished(order.matchId)
  await until(/result {4}.*\n/)
  stop.abort()
  expect(await ended).toBe(130)
  expect(out).toMatch(/\nbegins {4}(Mine \* against Theirs|Theirs against Mine \*)\n {10}http\S+\/watch\/match_\w+\n/)
  expect(out).toMatch(
    /\nresult {4}.* wins by stocks after 1:23, 3 to 0 \(rating \+\d\.\d, −\d\.\d\)\n {10}http\S+\/watch\/match_\w+\n {10}The bot sent nothing for 903 ms/,
  )
}, 60_000)

test('logout revokes the key and forgets it', async () => {
  expect((await kit('logout')).out).toBe(`Signed out of ${service.url}: the key is revoked.\n`)
  expect(await kit('logout')).toMatchObject({ code: 1, err: `arena-kit: There is no key for ${service.url}.\n` })
})

test('a damaged file of keys is named, and not quoted', async () => {
  await writeFile(join(folder, 'arena-kit/keys.json'), '{"secret": "arn_1"')
  const { code, err } = await kit('bots', 'list')
  expect(code).toBe(1)
  expect(err).toContain('keys.json is damaged. Remove it')
  expect(err).not.toContain('arn_1')
})

test('an arena that is not there, or that is something else, is said so', async () => {
  await rm(join(folder, 'arena-kit/keys.json'))
  await using web = await startBot({ answer: 'hello' })
  expect((await kit('watch', '--arena', 'http://127.0.0.1:9')).err).toContain('http://127.0.0.1:9 cannot be reached: ')
  expect((await kit('watch', '--arena', web.url)).err).toMatch(/answered 200 with something else/)
})
