import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createKeyPair, DEPLOY_CHECK, NEUTRAL, type PickRequest } from '@arena/protocol'
import {
  BUTTON,
  serveBot,
  stick,
  type BotServer,
  type Character,
  type Game,
  type Play,
  type ServeOptions,
} from '@arena/sdk'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { endMessage, fakeHttpArena, firstMessage, frameMessage, MATCH_ID, pickRequest, Seat } from './fake-arena.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function serve(
  options: Partial<ServeOptions> & Pick<ServeOptions, 'play'>,
): Promise<BotServer & { url: string }> {
  const server = await serveBot({ port: 0, onError: (error) => errors.push(error), ...options })
  open.push(server)
  return { ...server, url: `http://127.0.0.1:${server.port}` }
}

const errors: unknown[] = []
afterEach(() => {
  errors.length = 0
})

/** A bot that holds right and counts what it is asked. */
function countingBot() {
  const seen = { picks: [] as PickRequest[], games: [] as Game[], ends: 0 }
  const play = (): Play => ({
    pick(request) {
      seen.picks.push(request)
      return { character: 9, costume: 1 }
    },
    frame(game) {
      seen.games.push(game)
      return stick(1, 0, game.frame === 5 ? BUTTON.A : 0)
    },
    end: () => seen.ends++,
  })
  return { seen, play }
}

describe('the bot server', () => {
  test('Deploy check 1: GET <bot url>/ping answers pong, at the root and at a path, query kept or not', async () => {
    const root = await serve({ play: countingBot().play })
    expect(await (await fetch(`${root.url}/ping`)).text()).toBe('pong')
    const several = await serve({ play: { '/fox': countingBot().play, '/marth/': countingBot().play } })
    for (const path of ['/fox/ping', '/marth/ping?x=1']) {
      const response = await fetch(several.url + path)
      expect([response.status, await response.text()]).toEqual([200, 'pong'])
    }
    for (const path of ['/', '/ping', '/other/ping', '/fox']) expect((await fetch(several.url + path)).status).toBe(404)
  })

  test('Deploy check 2: the probe handshake is accepted and makes no bot', async () => {
    let made = 0
    const server = await serve({ play: () => (made++, countingBot().play()) })
    const seat = await Seat.dial(server.url, { matchId: DEPLOY_CHECK })
    seat.socket.close()
    expect(made).toBe(0)
  })

  test('the version that it is given is in its answers to a ping and to a handshake', async () => {
    const said = async (version: string | null) => {
      const { url } = await serve({ play: countingBot().play, version })
      const socket = new WebSocket(url.replace('http', 'ws'))
      const [[response]] = await Promise.all([once(socket, 'upgrade'), once(socket, 'open')])
      socket.close()
      const { headers } = response as IncomingMessage
      return [(await fetch(`${url}/ping`)).headers.get('x-arena-version'), headers['x-arena-version']]
    }
    expect(await said('1.4')).toEqual(['1.4', '1.4'])
    expect(await said(null)).toEqual([null, undefined])
    await expect(serveBot({ play: countingBot().play, port: 0, version: 'my bot' })).rejects.toThrow('is "my bot"')
  })

  test('the port is what PORT says, where it is not said', async () => {
    const play = (): Play => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => ({}) })
    vi.stubEnv('PORT', '0')
    const server = await serveBot({ play })
    expect(server.port).toBeGreaterThan(0)
    await server.close()
    for (const text of ['', 'http', '65536', '-1']) {
      vi.stubEnv('PORT', text)
      await expect(serveBot({ play })).rejects.toThrow(`PORT is "${text}", which is no port`)
    }
    vi.unstubAllEnvs()
  })

  test('a port that is taken is reported in a sentence', async () => {
    const { port } = await serve({ play: countingBot().play })
    const { play } = countingBot()
    const taken = `Port ${port} is taken by another program. Choose another`
    await expect(serveBot({ play, port })).rejects.toThrow(`${taken}.`)
    vi.stubEnv('PORT', String(port))
    await expect(serveBot({ play })).rejects.toThrow(`${taken} in the environment variable PORT.`)
    vi.unstubAllEnvs()
  })

  test('an upgrade at another path is refused', async () => {
    const server = await serve({ play: { '/fox': countingBot().play } })
    await expect(Seat.dial(`${server.url}/other`)).rejects.toThrow('404')
  })

  test('the key of an arena below a path of its host is below that path too', async () => {
    const key = createKeyPair()
    await using arena = await fakeHttpArena(key.publicKey)
    const server = await serve({ play: countingBot().play, arenaUrl: `${arena.url}/arena/` })
    await Seat.dial(server.url, { key })
    expect(arena.requests.map(({ path }) => path)).toEqual(['/arena/.well-known/arena.json'])
  })

  describe.each(['platformKey', 'arenaUrl'] as const)('verifying with %s', (how) => {
    test('lets the arena in and refuses anyone else with status 401; the key is fetched once', async () => {
      const key = createKeyPair()
      await using arena = await fakeHttpArena(key.publicKey)
      const trust = how === 'platformKey' ? { platformKey: key.publicKey } : { arenaUrl: arena.url }
      const server = await serve({ play: countingBot().play, ...trust })
      await Seat.dial(server.url, { key })
      await Seat.dial(server.url, { key, matchId: DEPLOY_CHECK })
      await expect(Seat.dial(server.url)).rejects.toThrow('401')
      await expect(Seat.dial(server.url, { key, now: Date.now() - 31_000 })).rejects.toThrow('401')
      await expect(Seat.dial(server.url, { key, now: Date.now() + 32_000 })).rejects.toThrow('401')
      await Seat.dial(server.url, { key, now: Date.now() - 28_000 })
      // Fetched once and cached.
      expect(arena.requests.length).toBe(how === 'platformKey' ? 0 : 1)
    })
  })

  test('without options, ARENA_BASE_URL says whose handshakes are let in', async () => {
    const key = createKeyPair()
    await using arena = await fakeHttpArena(key.publicKey)
    vi.stubEnv('ARENA_BASE_URL', arena.url)
    const named = await serve({ play: countingBot().play })
    vi.stubEnv('ARENA_BASE_URL', '')
    const unnamed = await serve({ play: countingBot().play })
    vi.unstubAllEnvs()
    await Seat.dial(named.url, { key })
    await expect(Seat.dial(named.url)).rejects.toThrow('401')
    await Seat.dial(unnamed.url)
  })

  test('while the key cannot be fetched, upgrades are put off, not let in', async () => {
    const server = await serve({ play: countingBot().play, arenaUrl: 'http://127.0.0.1:1' })
    await expect(Seat.dial(server.url)).rejects.toThrow('503')
  })
})

/** The pick, its answer's pads, and the first message. */
async function begin(url: string, port: 0 | 1 = 0): Promise<Seat> {
  const seat = await Seat.dial(url)
  seat.send(pickRequest(port))
  await seat.padsUntil(3)
  seat.send(firstMessage())
  return seat
}

describe('a match', () => {
  test('Pad timing rules 7 and 8: the first pads follow the pick, then each frame asks for the pad a lead later', async () => {
    const { seen, play } = countingBot()
    const server = await serve({ play, lead: 'fixed' })
    const seat = await Seat.dial(server.url)
    seat.send(pickRequest(1))
    await seat.padsUntil(3)
    expect(seat.texts.map((text) => JSON.parse(text) as unknown)).toEqual([
      { id: 0, action: { character: 9, costume: 1 } },
    ])
    expect(seat.pads).toEqual([-123, -122, -121].map((frame) => ({ frame, ...NEUTRAL })))

    seat.send(firstMessage())
    for (let frame = -123; frame <= 5; frame++) seat.send(frameMessage(frame))
    await seat.padsUntil(3 + 129)
    expect(seat.pads.map((pad) => pad.frame)).toEqual(Array.from({ length: 132 }, (_, i) => i - 123))
    expect(seat.pads.at(-2)).toEqual({ ...NEUTRAL, frame: 7, stickX: 208 })
    expect(seat.pads.at(-1)).toEqual({ ...NEUTRAL, frame: 8, stickX: 208, buttons: BUTTON.A })
    expect(seen.picks).toEqual([pickRequest(1)])
    expect(seen.games[0]).toMatchObject({
      frame: -123,
      stageId: 31,
      me: { port: 1, x: 30 },
      opponent: { port: 0, x: -30 },
    })
  })

  test('Pad timing rules 2 and 3: unless the lead is fixed, a pad goes out for the next frame, and for those up to the lead', async () => {
    const { play } = countingBot()
    const server = await serve({ play })
    const seat = await begin(server.url)
    const held = { stickX: 208 }
    // The arena plays what it was sent.
    for (let frame = -123; frame <= -100; frame++) {
      const pre = { rawJoystickX: frame === -123 ? 0 : 80 }
      seat.send(frameMessage(frame, [{ pre }, {}]))
    }
    const pads = (await seat.padsUntil(3 + 24 * 3)).slice(3)
    expect(pads.map(({ frame }) => frame)).toEqual(
      Array.from({ length: 24 }, (_, i) => [-122 + i, -121 + i, -120 + i]).flat(),
    )
    for (const pad of pads) expect(pad).toMatchObject(held)
  })

  test('what a bot draws goes to its error output if the kit asks for it, and nowhere on the ladder', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const play = (): Play => ({
      pick: () => ({ character: 2, costume: 0 }),
      frame: ({ me, debug }) => (debug.point(me), {}),
    })
    for (const asked of ['', '1']) {
      vi.stubEnv('ARENA_DEBUG', asked)
      const server = await serve({ play })
      const seat = await begin(server.url)
      for (const frame of [-123, -122]) seat.send(frameMessage(frame))
      await seat.padsUntil(3 + 6)
    }
    vi.unstubAllEnvs()
    await expect
      .poll(() => write.mock.calls.map(([line]) => line))
      .toEqual([
        'arena-debug {"frame":-123,"kind":"point","at":[-30,0]}\n',
        'arena-debug {"frame":-122,"kind":"point","at":[-30,0]}\n',
      ])
    write.mockRestore()
  })

  test('messages that come in pieces or joined make the same frames', async () => {
    const { seen, play } = countingBot()
    const server = await serve({ play })
    const seat = await begin(server.url)
    const all = Buffer.concat([frameMessage(-123), frameMessage(-122)])
    for (let at = 0; at < all.length; at += 300) seat.send(all.subarray(at, at + 300))
    await seat.padsUntil(5)
    expect(seen.games.map((game) => game.frame)).toEqual([-123, -122])
  })

  test('Game End ends the bot once', async () => {
    const { seen, play } = countingBot()
    const server = await serve({ play })
    const seat = await begin(server.url)
    for (const message of [frameMessage(-123), endMessage()]) seat.send(message)
    await seat.padsUntil(4)
    seat.socket.close()
    await expect.poll(() => seen.ends).toBe(1)
  })

  test('Binary messages 3: after a redial the first message comes again, the bot continues, and is not asked for a pick', async () => {
    const { seen, play } = countingBot()
    const server = await serve({ play })
    const first = await begin(server.url)
    for (const message of [frameMessage(-123), frameMessage(-122).subarray(0, 50)]) first.send(message)
    await first.padsUntil(4)
    first.socket.terminate()

    const second = await Seat.dial(server.url)
    second.send(firstMessage())
    second.send(frameMessage(40))
    // The frames in between were not sent; the pads up to the lead are filled in.
    expect((await second.padsUntil(3)).map((pad) => [pad.frame, pad.stickX])).toEqual([
      [41, 208],
      [42, 208],
      [43, 208],
    ])
    second.send(frameMessage(41))
    expect((await second.padsUntil(4)).at(-1)!.frame).toBe(44)
    expect(seen.picks).toHaveLength(1)
    expect(seen.games.map((game) => game.frame)).toEqual([-123, 40, 41])
  })

  test.each([0, 1] as const)(
    'a bot restarted mid-game finds out that its port is %i by its own stick',
    async (port) => {
      const { seen, play } = countingBot()
      const server = await serve({ play })
      const seat = await Seat.dial(server.url)
      seat.send(firstMessage())
      // The other stick rests; this one shows what was sent, as the game would.
      for (let frame = 300; seen.games.length === 0; frame++) {
        const sent = seat.pads.find((pad) => pad.frame === frame)
        const mine = { pre: { rawJoystickX: (sent?.stickX ?? 128) - 128 } }
        seat.send(frameMessage(frame, port === 0 ? [mine, {}] : [{}, mine]))
        await seat.until(({ pads }) => pads.at(-1)?.frame === frame + 3)
        for (const pad of seat.pads) expect(Math.abs(pad.stickX - 128) < 20 || pad.stickX === 208).toBe(true)
      }
      expect(seen.games[0]!.me.port).toBe(port)
      expect(seen.picks).toEqual([])
    },
  )

  test('a bot that throws repeats its last input, and its match continues', async () => {
    const server = await serve({
      lead: 'fixed',
      play: () => ({
        pick: () => ({ character: 9, costume: 0 }),
        frame(game) {
          if (game.frame === -122) throw new Error('thinking failed')
          return stick(0, 1)
        },
      }),
    })
    const seat = await begin(server.url)
    for (const frame of [-123, -122, -121]) seat.send(frameMessage(frame))
    const pads = await seat.padsUntil(6)
    expect(pads.slice(3).map((pad) => [pad.frame, pad.stickY])).toEqual([
      [-120, 208],
      [-119, 208],
      [-118, 208],
    ])
    expect(errors).toEqual([new Error('thinking failed')])
  })

  test('an invalid pick, or one that fails, is not sent, and the game is still played', async () => {
    for (const pick of [
      () => Promise.reject(new Error('no idea')),
      () => ({ character: 26 as Character, costume: 0 }),
    ]) {
      errors.length = 0
      const server = await serve({ play: () => ({ pick, frame: () => ({}) }) })
      const seat = await begin(server.url)
      seat.send(frameMessage(-123))
      await seat.padsUntil(4)
      expect(seat.texts).toEqual([])
      expect(errors).toHaveLength(1)
    }
  })

  test('garbage from the other side is reported and harms nothing', async () => {
    const { seen, play } = countingBot()
    const server = await serve({ play })
    const seat = await Seat.dial(server.url)
    seat.socket.send('no json')
    seat.send({ id: 0, kind: 'other' })
    seat.send(Buffer.from('garbage'))
    const other = await Seat.dial(server.url, { matchId: MATCH_ID.replace('01k', '02k') })
    other.send(pickRequest())
    await other.padsUntil(3)
    expect(seen.picks).toHaveLength(1)
    expect(errors.map(String)).toEqual([expect.stringContaining('SlpError')])
  })

  test('two matches at once, on two paths, do not mix', async () => {
    const fox = countingBot()
    const marth = countingBot()
    const server = await serve({ play: { '/fox': fox.play, '/marth': marth.play } })
    const seats = await Promise.all([begin(`${server.url}/fox`, 0), begin(`${server.url}/marth`, 1)])
    for (const seat of seats) {
      seat.send(frameMessage(-123))
      await seat.padsUntil(4)
    }
    expect(fox.seen.games.map((game) => game.me.port)).toEqual([0])
    expect(marth.seen.games.map((game) => game.me.port)).toEqual([1])
  })
})
