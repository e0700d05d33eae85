/** The local kit: as a program with real bots, hosts and engines, and its checks at bots that are wrong in all ways. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { publicKeyOf } from '@arena/protocol'
import { readReplay } from '@arena/slp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runKit } from '../src/program.ts'
import { Terminal } from '../src/terminal.ts'
import { fakeBot, listen } from '../../host/tests/loopback.ts'
import { KIT } from '../../../scripts/tests/programs.ts'
import { runKitIn, type Ended } from './run-kit.ts'

const SEED = '5f'.repeat(32)
const SDK = JSON.stringify(new URL('../../sdk/dist/index.js', import.meta.url).href)

/** Walks off the stage four times. It knows the arena by its signature, and says so where it is asked. */
const WALKER = `
import { serveBot, stick } from ${SDK}
await serveBot({
  arenaUrl: process.env.ARENA_BASE_URL,
  play: () => ({
    pick: () => ({ character: 20, costume: 3 }),
    frame: () => stick(1),
    end: () => console.log('good game'),
    closed: () => console.log('bye'),
  }),
})
console.log('here I am')`

/** Raises on each frame. */
const THROWER = `
import { serveBot } from ${SDK}
await serveBot({
  play: () => ({
    pick: () => ({ character: 20, costume: 3 }),
    frame: ({ frame }) => { throw new TypeError('no plan on ' + frame) },
  }),
})`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-kit-test-'))
  await writeFile(join(folder, 'thrower.mjs'), THROWER)
  await mkdir(join(folder, 'js'))
  for (const name of ['walker.mts', 'js/walker.mjs']) await writeFile(join(folder, name), WALKER)
})
afterAll(() => rm(folder, { recursive: true }))

const kit = (...args: string[]): Promise<Ended> => runKitIn(folder, args)

/** What the kit prints here, without a process of its own. */
async function printed(...args: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const output = { write: (part: string) => (text += part) }
  const code = await runKit(args, new Terminal(new AbortController().signal, output, output))
  return { code, text }
}

/** Matches that the kit plays here. */
function played(bot: string, replay: string, ...options: string[]): Promise<{ code: number; text: string }> {
  return printed('play', join(folder, bot), 'still', '--replay', join(folder, replay), '--seed', SEED, ...options)
}

describe.concurrent('arena-kit play', { timeout: 180_000 }, () => {
  test('starts a program, plays it by the rules of the arena, keeps the replay; a seed plays the same again', async () => {
    const options = ['walker.mts', '--against', 'still', '--fast', '--stage', '31', '--seed', SEED]
    const { code, stdout, stderr } = await kit('play', ...options, '--games', '2')
    expect(stderr).toMatch(/walker \| here I am\n[^]*walker +\d+ \| good game\n/)
    expect(code).toBe(0)
    const [first, second] = stdout.split('Game 2 of 2: ')
    expect(first).toMatch(
      new RegExp(`^Game 1 of 2: walker against still on Battlefield, as fast as they answer\n  --seed ${SEED}\n`),
    )
    expect(first).toMatch(/\nstill wins by stocks after 0:\d\d, 4 to 0\.\n/)
    expect(first).toMatch(/\n {2}walker {2}\d {5}Falco, costume 3 {2}0 {7}0% {7}0 of \d+ +0\n/)
    expect(first).toContain('Replay: walker-still-1.slp (')
    expect(second).toMatch(/Replay: walker-still-2\.slp \([^]*walker won 0 of 2 games, lost 2\.\n$/)
    expect(second).toMatch(
      /\n {2}2 {5}lost {4}0-4 {5}stocks {2}0:\d\d {4}\d+ +still {5}Battlefield {2}walker-still-2\.slp\n/,
    )

    expect(await played('js/walker.mjs', 'again.slp', '--fast', '--stage', '31')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/again\.slp \([\d.]+ MB\)\n/),
    })
    const [one, two] = [await readFile(join(folder, 'walker-still-1.slp')), await readFile(join(folder, 'again.slp'))]
    expect(Buffer.from(readReplay(one).raw).equals(readReplay(two).raw)).toBe(true)

    const { text } = await printed('inspect', join(folder, 'again.slp'))
    expect(text).toMatch(/again\.slp: Battlefield, 0:\d\d of play, to frame \d+\n/)
    expect(text).toMatch(/port \d {2}walker {2}Falco, costume 3 {2}0 {7}0% {7}0% {12}second\n/)
    expect(text).toContain('ended by stocks\n')
  })

  test('reports when a bot answers no pick, sends no pads and so forfeits; the clock is the arena’s', async () => {
    const mute = join(folder, 'mute.mjs')
    await writeFile(
      mute,
      `import { createServer } from 'node:http'
       import { createHash } from 'node:crypto'
       const server = createServer((request, response) => response.end('pong'))
       server.on('upgrade', (request, socket) => {
         const accept = createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11')
         socket.write('HTTP/1.1 101 Switching Protocols\\r\\nConnection: Upgrade\\r\\nUpgrade: websocket\\r\\n' +
           'Sec-WebSocket-Accept: ' + accept.digest('base64') + '\\r\\n\\r\\n')
         const bad = Buffer.from([0x81, 0x83, 0, 0, 0, 0, 0x79, 0x65, 0x73])
         if (request.headers['x-arena-match'] !== 'deploy-check') socket.write(bad)
         socket.on('data', () => {}).on('error', () => {})
       })
       server.listen(Number(process.env.PORT), '127.0.0.1')`,
    )
    const started = performance.now()
    const { code, text } = await played('mute.mjs', 'mute.slp')
    expect(code).toBe(1)
    expect(text).toContain('\nmute forfeited: exit code 1 (--exit-zero keeps 0).\n')
    expect(performance.now() - started).toBeGreaterThan(5000)
    expect(text).toMatch(
      /mute plays [A-Z].*, drawn from the seed, because its socket closed before it had answered the pick\. /,
    )
    expect(text).toContain('still wins by forfeit after 0:02. No pad of mute landed for 300 polls. That is 5 seconds.')
    expect(text).toContain('mute was played neutral for 100% of the frames, because no pad of its had come.')
  })

  test('reports what a bot sends without effect: an impossible pick, pads of 11 bytes', async () => {
    await writeFile(
      join(folder, 'short.mjs'),
      `import { createServer } from 'node:http'
       import { WebSocketServer } from ${JSON.stringify(import.meta.resolve('ws'))}
       const server = createServer((request, response) => response.end('pong'))
       new WebSocketServer({ server }).on('connection', (socket) =>
         socket.on('message', (data, isBinary) => {
           if (isBinary) socket.send(Buffer.alloc(11))
           else socket.send(JSON.stringify({ id: 0, action: { character: 26, costume: 0 } }))
         }))
       server.listen(Number(process.env.PORT), '127.0.0.1')`,
    )
    const { code, text } = await played('short.mjs', 'short.slp', '--fast')
    expect(code).toBe(1)
    expect(text).toContain(
      String.raw`because it answered the pick with "{\"id\":0,\"action\":{\"character\":26,\"costume\":0}}" (action.character: Too big`,
    )
    expect(text).toMatch(/short sent 30\d binary messages that are not 12 bytes \(the last one has 11\)\./)
  })

  test('a program that ends, or does not answer as it should, is reported with its output', async () => {
    await writeFile(join(folder, 'broken.mjs'), "console.error('no such model'); process.exit(3)")
    const broken = await kit('play', 'broken.mjs')
    expect(broken).toMatchObject({ code: 1, stdout: '' })
    expect(broken.stderr).toContain('broken | no such model\n')
    expect(broken.stderr).toContain('arena-kit: broken.mjs ended (code 3) before it listened\n')

    const deaf = http.createServer((_request, response) => response.end('pong')).listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    const { port } = deaf.address() as AddressInfo
    const { code, text: message } = await printed('play', `http://127.0.0.1:${port}/bot`)
    expect(code).toBe(1)
    expect(message).toContain(`127.0.0.1:${port} cannot be reached as an arena would reach it:`)
    expect(message).toMatch(/FAILED {2}upgrade to a WebSocket at .*\/bot with[^]*answered 200 OK; 101 is expected/)
    deaf.close()
  })

  test('what a bot draws is kept beside the replay, on the frame that it names', async () => {
    await writeFile(
      join(folder, 'drawing.mjs'),
      `import { serveBot, stick } from ${SDK}
       await serveBot({
         play: () => ({
           pick: () => ({ character: 20, costume: 3 }),
           frame: ({ frame }) => {
             if (frame === 60) console.error('at sixty')
             if (frame >= 0) console.error('arena-debug ' + JSON.stringify({ frame, kind: 'log', text: 'on ' + frame }))
             return stick(1)
           },
         }),
       })`,
    )
    const { code, text } = await played('drawing.mjs', 'drawn.slp', '--fast', '--stage', '31', '--json')
    expect(code).toBe(0)
    // The line is read a moment after it was printed.
    const [, at] = /^drawing +(\d+) \| at sixty$/m.exec(text)!
    expect(Number(at)).toBeGreaterThanOrEqual(60)
    expect(text).not.toContain('arena-debug')
    const [result] = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    expect(result).toMatchObject({ status: 'completed', debug: join(folder, 'drawn.debug.jsonl') })
    const lines = (await readFile(result.debug, 'utf8')).trimEnd().split('\n')
    const port = result.bots.indexOf('drawing')
    expect(JSON.parse(lines[0]!)).toEqual({ frame: 0, kind: 'log', text: 'on 0', port })
    expect(lines.length).toBeGreaterThanOrEqual(result.summary.frames - 2)
  })

  test('an error that a bot raises on each frame is shown whole once, then counted, and told at the end of a game', async () => {
    const { code, text } = await played('thrower.mjs', 'thrown.slp', '--fast', '--stage', '31', '--games', '2')
    expect(code).toBe(0)
    const mine = text.split('\n').filter((line) => line.startsWith('thrower '))
    const stack = mine.filter((line) => / at /.test(line))
    expect(stack.length).toBeGreaterThan(0)
    expect(stack.length).toBeLessThanOrEqual(10)
    expect(mine.filter((line) => line.includes('| TypeError: no plan'))).toEqual([
      'thrower  -123 | TypeError: no plan on -123',
    ])
    expect(mine.filter((line) => line.includes('raised again'))).toEqual([
      'thrower  -122 | raised again, same place: it is counted from here on.',
    ])
    expect(
      text.match(
        /\nthrower raised TypeError: no plan on -123 \(.*thrower\.mjs:6:\d+\) [\d,]+ times, first on frame -123\.\n/g,
      ),
    ).toHaveLength(2)
    expect(text).toMatch(/\n {2}game {2}result {2}stocks .* pads missed {2}raised {2}opponent/)
  })

  test('the exit code says that the own bot has forfeited or ended by itself; --exit-zero keeps 0', async () => {
    await writeFile(
      join(folder, 'quitter.mjs'),
      `import { serveBot } from ${SDK}
       await serveBot({
         play: () => ({
           pick: () => ({ character: 20, costume: 3 }),
           frame: ({ frame }) => (frame < 60 ? {} : process.exit(3)),
         }),
       })`,
    )
    const options = ['--fast', '--stage', '31', '--games', '3']
    const { code, text } = await played('quitter.mjs', 'quit.slp', ...options)
    expect(code).toBe(1)
    expect(text).toContain('\nquitter has ended by itself: 2 games of 3 not played.\n')
    expect(text).toContain('\nquitter ended by itself and forfeited 1 game: exit code 1 (--exit-zero keeps 0).\n')
    expect(await played('quitter.mjs', 'quit.slp', ...options, '--exit-zero')).toMatchObject({ code: 0 })
    // The opponent's is no fault of the own bot.
    const other = await printed(
      'play',
      join(folder, 'js/walker.mjs'),
      join(folder, 'quitter.mjs'),
      '--fast',
      '--replay',
      join(folder, 'other.slp'),
    )
    expect(other).toMatchObject({ code: 0, text: expect.stringContaining('walker wins by forfeit') })
  })

  /** A game that has begun. */
  async function playing(replay: string, env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [KIT, 'play', 'js/walker.mjs', '--against', 'still', '--replay', replay], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => {
        said.err += chunk.toString()
        // Progress is reported once the game has begun.
        if (/\d:\d\d {2}\w+ \d stock/.test(said.err)) resolve()
      })
    })
    return { child, said }
  }

  test.each(['SIGINT', 'SIGHUP'] as const)(
    'Ctrl-C, or a terminal that is closed, breaks the match off, with its replay, and leaves nothing running (%s)',
    async (signal) => {
      const replay = `${signal}.slp`
      const { child, said } = await playing(replay)
      child.kill(signal)
      // Once all of its output is here too.
      expect(await once(child, 'close')).toEqual([130, null])
      expect(said.out).toMatch(/\nBroken off after 0:\d\d\.\n/)
      expect(readReplay(await readFile(join(folder, replay)))).toMatchObject({ isComplete: true })
      // By then the match is over, or not yet. The bot hears that it is, and of no end.
      expect(said.err).toMatch(/walker +(?:-?\d+ )?\| bye/)
      expect(said.err).not.toContain('good game')
    },
  )

  test('a replay that takes the place of another says so', async () => {
    await writeFile(join(folder, 'there.slp'), 'an earlier game')
    const { text } = await played('js/walker.mjs', 'there.slp', '--fast', '--stage', '31')
    expect(text).toMatch(/there\.slp \([\d.]+ MB\), in the place of one that was there\n/)
  })

  test('a second Ctrl-C waits for nothing, and leaves no folder behind', async () => {
    const own = await mkdtemp(join(folder, 'tmp-'))
    const { child } = await playing('twice.slp', { TMPDIR: own })
    expect(await readdir(own)).toEqual([expect.stringMatching(/^arena-kit-/)])
    child.kill('SIGINT')
    // At once it would be taken for the same one.
    await sleep(600)
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([130, null])
    expect(await readdir(own)).toEqual([])
  })

  test('a bot at a URL that answers nothing is given up at once after Ctrl-C', async () => {
    const silent = createServer()
    const url = `http://127.0.0.1:${await listen(silent)}`
    const interruption = new AbortController()
    silent.once('connection', () => interruption.abort())
    const quiet = { write: () => {} }
    const started = performance.now()
    expect(await runKit(['play', url], new Terminal(interruption.signal, quiet, quiet))).toBe(130)
    expect(performance.now() - started).toBeLessThan(8_000)
  })

  test('where the replay cannot be written nothing is played', async () => {
    const child = spawn(process.execPath, [KIT, 'play', join(folder, 'js/walker.mjs'), 'still'], {
      cwd: '/proc',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said.out).toBe('')
    expect(said.err).toMatch(
      /^arena-kit: walker-still\.slp cannot be written\. .* Name another file with --replay\.\n$/,
    )
  })

  test('a wrong command line ends with 2 before anything is started', async () => {
    const { code, stdout, stderr } = await kit('play', 'walker.mts', '--games', 'many')
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "arena-kit: option '--games <n>' argument 'many' is invalid. It has to be a whole number from 1 to 1000.\n",
    })
  })
})

describe('arena-kit dev', { timeout: 180_000 }, () => {
  test('plays the bot as its files are when a game begins, and is tried again where they cannot be run', async () => {
    const own = join(folder, 'dev')
    await mkdir(own)
    const walker = (character: string) => `
      import { serveBot, stick } from ${SDK}
      await serveBot({ play: () => ({ pick: () => ({ character: ${character}, costume: 0 }), frame: () => stick(1) }) })`
    await writeFile(join(own, 'bot.mjs'), walker('20'))
    const interruption = new AbortController()
    const games: { character: number; cause: string }[] = []
    let said = ''
    let tally: object[] = []
    let isMended = false
    const out = {
      write(line: string) {
        const { bots, cause, summary, opponents } = JSON.parse(line) as {
          bots: string[]
          cause: string
          summary: { players: { character: number }[] }
          opponents?: object[]
        }
        if (opponents !== undefined) return void (tally = opponents)
        games.push({ character: summary.players[bots.indexOf('bot')]!.character, cause })
        if (games.length === 2) interruption.abort()
      },
    }
    const err = {
      write(text: string) {
        said += text
        if (text.startsWith('Game 1:')) writeFileSync(join(own, 'bot.mjs'), walker('20 +'))
        if (isMended || !said.includes('It is tried again when a file of it changes.')) return
        isMended = true
        writeFileSync(join(own, 'bot.mjs'), walker('9'))
      },
    }
    const options = ['--against', 'still', '--stage', '31', '--fast', '--no-open', '--json']
    const code = await runKit(['dev', join(own, 'bot.mjs'), ...options], new Terminal(interruption.signal, out, err))
    expect(code).toBe(130)
    expect(games).toEqual([
      { character: 20, cause: 'stocks' },
      { character: 9, cause: 'stocks' },
    ])
    expect(tally).toEqual([{ opponent: 'still', won: 0, lost: 2, drawn: 0 }])
    expect(said).toMatch(
      /bot\.mjs ended \(code 1\) before it listened\nIt is tried again when a file of it changes\.\n/,
    )
  })

  test('a game in which the bot raises for two seconds is ended, and the bot plays again when a file of it changes', async () => {
    const own = join(folder, 'raising')
    await mkdir(own)
    await writeFile(join(own, 'bot.mjs'), THROWER)
    const interruption = new AbortController()
    let said = ''
    let isMended = false
    const output = {
      write(text: string) {
        said += text
        if (!isMended && said.includes('It is started again when a file of it changes.')) {
          isMended = true
          writeFileSync(join(own, 'bot.mjs'), WALKER)
        }
        if (/Game {2}2 /.test(said)) interruption.abort()
      },
    }
    const options = ['--against', 'still', '--stage', '31', '--fast', '--no-open']
    await runKit(['dev', join(own, 'bot.mjs'), ...options], new Terminal(interruption.signal, output, output))
    expect(said).toMatch(
      /\nGame {2}1 {2}broken off 4-4 against still on Battlefield: after 0:\d\d, \d+ pads? missed, raised \d+ times\n/,
    )
    expect(said).toMatch(
      /\nbot raised TypeError: no plan on -123 \(.*bot\.mjs:6:\d+\) \d+ times, first on frame -123\.\n/,
    )
    expect(said).toContain(
      '\nbot has raised for two seconds, so the game was ended. It is started again when a file of it changes.\n',
    )
    expect(said).toMatch(
      /\nGame {2}2 {2}lost 0-4 against still on Battlefield: stocks after \d:\d\d, \d+ pads? missed\n/,
    )
  })

  test('a number of games is for a pipeline: it ends with them, or where the bot cannot be started', async () => {
    const replays = join(folder, 'replays')
    await mkdir(replays)
    const options = ['--against', 'still', '--stage', '31', '--fast', '--no-open', '--seed', SEED]
    const ended = await printed('dev', join(folder, 'js/walker.mjs'), ...options, '--games', '2', '--replays', replays)
    expect(ended.code).toBe(0)
    expect(ended.text).toMatch(
      /\nGame {2}1 {2}lost 0-4 against still on Battlefield: stocks after \d:\d\d, \d+ pads? missed\n/,
    )
    expect(ended.text).toMatch(/\nGame {2}2 {2}lost /)
    expect(ended.text).toMatch(/\nwalker against each opponent:\n\n.*\n {2}still {5}2 {6}0 {4}2 {5}0\n$/)
    expect(readReplay(await readFile(join(replays, 'game-2.slp')))).toMatchObject({ isComplete: true })
    // A later run writes over none of them.
    const again = await printed('dev', join(folder, 'js/walker.mjs'), ...options, '--games', '1', '--replays', replays)
    expect(again.code).toBe(0)
    expect((await readdir(replays)).toSorted()).toEqual(['game-1.slp', 'game-2.slp', 'game-3.slp'])
    await writeFile(join(folder, 'dead.mjs'), 'process.exit(3)')
    expect(await printed('dev', join(folder, 'dead.mjs'), ...options, '--games', '1')).toMatchObject({
      code: 1,
      text: expect.stringContaining('dead.mjs ended (code 3) before it listened'),
    })
  })
})

describe('arena-kit check', { timeout: 60_000 }, () => {
  // Some of the rules are about time, and a machine with other work breaks them.
  const onTheClock = { retry: 2 }
  test(
    'starts a program, which finds the key, and names every rule; a public half that others can trust is kept',
    onTheClock,
    async () => {
      const key = join(folder, 'my.key')
      await rm(key, { force: true })
      const run = ['check', join(folder, 'js/walker.mjs'), '--key', key]
      const { text: words } = await printed(...run, '--deploy-only')
      const publicKey = /its public half is (\S{44})\n/.exec(words)?.[1]
      expect(words).toContain('The bot passes.\n')

      let text = ''
      const [out, silent] = [{ write: (part: string) => (text += part) }, { write: () => {} }]
      const code = await runKit([...run, '--json'], new Terminal(new AbortController().signal, out, silent))
      const { ok, rules } = JSON.parse(text) as {
        ok: boolean
        rules: { rule: string; status: string; title: string }[]
      }
      expect({ code, ok }).toEqual({ code: 0, ok: true })
      expect(rules).toHaveLength(24)
      expect(rules.find(({ rule }) => rule === 'signature')).toMatchObject({
        status: 'pass',
        title: expect.any(String),
      })
      expect(publicKeyOf((await readFile(key, 'utf8')).trim())).toBe(publicKey)

      await writeFile(key, 'not a key')
      const wrong = await printed(...run)
      expect(wrong).toMatchObject({ code: 1, text: expect.stringContaining('does not hold a key: 32 bytes as base64') })
      expect(wrong.text).not.toContain('not a key')
    },
  )

  test('a bot that refuses the kit, because its arena has another key, may be right: that is a warning', async () => {
    const server = http.createServer((_request, response) => response.end('pong'))
    server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'))
    const url = `http://127.0.0.1:${await listen(server)}`
    const { code, text } = await printed('check', url, '--json')
    expect(code).toBe(0)
    const { ok, rules } = JSON.parse(text) as { ok: boolean; rules: { rule: string; status: string; advice: string }[] }
    expect(ok).toBe(true)
    expect(rules.filter(({ status }) => status !== 'not tried')).toMatchObject([
      { rule: 'address', status: 'pass' },
      { rule: 'ping', status: 'pass' },
      { rule: 'no-redirect', status: 'pass' },
      { rule: 'upgrade', status: 'warning', advice: expect.stringContaining('arena-kit check --key FILE') },
      { rule: 'signature', status: 'pass' },
    ])
    expect(await printed('check', url)).toMatchObject({ text: expect.stringContaining('were not tried.\n') })
  })

  test('of a bot that fails the deploy check only that rule is judged', async () => {
    const { port } = await fakeBot({ pong: 'hello' })
    const { code, text } = await printed('check', `http://127.0.0.1:${port}`)
    expect(code).toBe(1)
    expect(text).toContain('An arena would not register it.\nThe broken rule is "ping"; no other one was tried.\n')
  })
})

describe('arena-kit check --deploy-only', () => {
  const checked = (url: string, isPublic = false) =>
    printed('check', '--deploy-only', url, ...(isPublic ? ['--public'] : []))

  test('says step by step how a bot passes', async () => {
    const { port } = await fakeBot()
    const { code, text } = await checked(`http://127.0.0.1:${port}/`)
    expect(code).toBe(0)
    expect(text.replaceAll(/\([\d.]+ ms\)/g, '(MS)'))
      .toBe(`Reaching http://127.0.0.1:${port}/ as an arena does before it registers a bot:

  ok      look up 127.0.0.1
          1 address (MS)
  ok      check it
          127.0.0.1 (MS)
  ok      GET http://127.0.0.1:${port}/ping
          200 OK with "pong" (MS)
  ok      upgrade to a WebSocket at http://127.0.0.1:${port}/ with x-arena-match: deploy-check
          101 Switching Protocols (MS)

The bot passes.
An arena on the open internet may ask for more: see arena-kit check --public.
`)
  })

  test.each([
    [
      'says something else than pong',
      async () => (await fakeBot({ pong: 'hello' })).port,
      'The body has to be the word pong',
    ],
    ['does not know /ping', async () => (await fakeBot({ status: 404 })).port, 'the bot does not know that path'],
    ['redirects', async () => (await fakeBot({ status: 301 })).port, 'Redirects are not followed'],
    [
      'fails',
      async () => (await fakeBot({ status: 500 })).port,
      'has to answer 200 with the body pong, to whoever asks',
    ],
    [
      'takes no WebSocket',
      async () => (await fakeBot({ upgrade: false })).port,
      'it has to accept a WebSocket upgrade',
    ],
    [
      'is no HTTP server',
      () => listen(createServer((socket) => socket.end('SSH-2.0\r\n'))),
      'something that is no HTTP',
    ],
    [
      'refuses strangers',
      () => {
        const server = http.createServer((_request, response) => response.end('pong'))
        server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'))
        return listen(server)
      },
      'refuses whoever connects without the signature of its arena',
    ],
    [
      'is not there',
      async () => {
        const server = createServer()
        const port = await listen(server)
        server.close()
        await once(server, 'close')
        return port
      },
      'Nothing listens there',
    ],
  ])('for a bot that %s the kit prints what to do', async (_what, start, advice) => {
    const { code, text } = await checked(`http://127.0.0.1:${await start()}`)
    expect(code).toBe(1)
    expect(text).toContain('  FAILED  ')
    expect(text).toContain(advice)
    expect(text).toContain('The bot does not pass. An arena would not register it.\n')
  })

  test('also of a URL that no arena takes, or no public one', async () => {
    expect(await checked('my bot')).toMatchObject({
      code: 1,
      text: expect.stringContaining('is not an http(s) or ws(s) URL'),
    })
    expect(await checked('http://bot.example.org', true)).toMatchObject({
      code: 1,
      text: expect.stringContaining('must be https (or wss).\n\nOn the open internet a bot is reached by https only'),
    })
    const { code, text } = await checked('https://127.0.0.1', true)
    expect(code).toBe(1)
    expect(text).toMatch(
      /FAILED {2}check it\n {10}not a public address \(loopback\)[^]*connects to public addresses only/,
    )
  })
})

describe('arena-kit inspect', () => {
  test('of a file that is no replay the place is named where it stops being one', async () => {
    const path = join(folder, 'notes.slp')
    await writeFile(path, 'These are my notes.')
    expect(await printed('inspect', path)).toEqual({
      code: 1,
      text: `arena-kit: ${path} is no replay, or a damaged one: the file does not begin like a replay (not-slp at byte 0)\n`,
    })
  })
})
