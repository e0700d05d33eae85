/** The sockets of a match: which of them the bot listens to, and when it lets them and the match go. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKeyPair } from '@arena/protocol'
import { serveBot, stick, type Game, type Play, type ServeOptions } from '@arena/sdk'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { endMessage, firstMessage, frameMessage, MATCH_ID, pickRequest, Seat, type Dial } from './fake-arena.ts'

const open: { close(): Promise<void> }[] = []
const errors: unknown[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const server of open.splice(0)) await server.close()
  errors.length = 0
})

async function serve(options: Partial<ServeOptions> & Pick<ServeOptions, 'play'>) {
  const server = await serveBot({ port: 0, onError: (error) => errors.push(error), ...options })
  open.push(server)
  return { ...server, url: `http://127.0.0.1:${server.port}` }
}

/** Bots that hold right, and what they saw and heard, all together. */
function watched(more: Partial<Play> = {}) {
  const seen = { made: 0, games: [] as Game[], heard: [] as string[] }
  const play = (): Play => {
    seen.made++
    return {
      pick: () => ({ character: 9, costume: 1 }),
      frame: (game) => (seen.games.push(game), stick(1)),
      reconnected: () => seen.heard.push('reconnected'),
      end: () => seen.heard.push('end'),
      closed: () => seen.heard.push('closed'),
      ...more,
    }
  }
  return { seen, play, frames: () => seen.games.map(({ frame }) => frame) }
}

const matchId = (n: number): string => MATCH_ID.slice(0, -2) + String(n).padStart(2, '0')

async function join(url: string, dial: Dial = {}): Promise<Seat> {
  const seat = await Seat.dial(url, dial)
  seat.send(pickRequest(0, dial.matchId))
  await seat.padsUntil(3)
  return seat
}

async function begin(url: string, dial: Dial = {}): Promise<Seat> {
  const seat = await join(url, dial)
  seat.send(firstMessage())
  return seat
}

/** Sends frames as the arena does, about 60 in a second, until told to stop. */
function stream(seat: Seat, from: number) {
  let frame = from
  const timer = setInterval(() => seat.send(frameMessage(frame++)), 16)
  return () => (clearInterval(timer), frame - 1)
}

const isClosed = (seat: Seat): boolean => seat.socket.readyState === seat.socket.CLOSED

describe('which socket is the arena’s', () => {
  test('security: a replayed handshake takes no match from a socket that is live, whatever it brings, and is closed', async () => {
    const key = createKeyPair()
    const { seen, play, frames } = watched()
    const server = await serve({ play, platformKey: key.publicKey })
    const arena = await begin(server.url, { key })
    const stop = stream(arena, -123)
    await arena.padsUntil(30)

    const replay = await Seat.dial(server.url, { key, now: Date.now() - 1_000 })
    replay.send(firstMessage())
    for (const frame of [5_000, 5_001]) replay.send(frameMessage(frame))
    replay.send(endMessage())
    const lasting = setInterval(() => replay.send(frameMessage(6_000)), 50)
    await expect.poll(() => isClosed(replay), { timeout: 5_000 }).toBe(true)
    clearInterval(lasting)
    const last = stop()
    await arena.until(({ pads }) => pads.at(-1)!.frame === last + 3)
    expect(replay.pads).toEqual([])
    expect(frames()).toEqual(Array.from({ length: last + 124 }, (_, i) => i - 123))
    expect(seen.heard).toEqual([])
  })

  test('security: a replay that is there before the arena and asks for a pick plays a game of its own', async () => {
    const { seen, play } = watched()
    const server = await serve({ play })
    const replay = await begin(server.url)
    replay.send(frameMessage(7_000))
    const arena = await begin(server.url)
    expect(arena.texts).toHaveLength(1)
    arena.send(frameMessage(-123))
    await arena.until(({ pads }) => pads.at(-1)!.frame === -120)
    expect(seen.made).toBe(2)
    // A socket that the arena dials after a cut goes on with the arena's match, while the other socket is live.
    arena.socket.terminate()
    await once(arena.socket, 'close')
    const stop = stream(replay, 7_001)
    const redial = await Seat.dial(server.url)
    redial.send(firstMessage())
    redial.send(frameMessage(-60))
    await redial.until(({ pads }) => pads.at(-1)?.frame === -57)
    stop()
    expect(seen.heard).toEqual(['reconnected'])
  })

  test('security: between the pick and the first frame a replay does not get in either', async () => {
    const { play, frames } = watched()
    const server = await serve({ play })
    const arena = await join(server.url)
    await sleep(700)
    const replay = await Seat.dial(server.url)
    replay.send(firstMessage())
    replay.send(frameMessage(5_000))
    await sleep(50)
    arena.send(firstMessage())
    arena.send(frameMessage(-123))
    await arena.until(({ pads }) => pads.at(-1)!.frame === -120)
    expect([frames(), replay.pads]).toEqual([[-123], []])
  })

  test('Losing the socket: a redial replaces a socket that seems to be open, and is replaced by it where that goes on', async () => {
    const { seen, play, frames } = watched()
    const server = await serve({ play })
    const first = await begin(server.url)
    first.send(frameMessage(-123))
    await first.until(({ pads }) => pads.at(-1)!.frame === -120)
    await sleep(600)
    const second = await Seat.dial(server.url)
    second.send(firstMessage())
    second.send(frameMessage(-80))
    await second.until(({ pads }) => pads.at(-1)?.frame === -77)
    await sleep(1_000)
    first.send(frameMessage(-10))
    await first.until(({ pads }) => pads.at(-1)!.frame === -7)
    await expect.poll(() => isClosed(second)).toBe(true)
    expect(frames()).toEqual([-123, -80, -10])
    expect(seen.heard).toEqual(['reconnected', 'reconnected'])
    expect(errors).toEqual([])
  })
})

describe('letting go', () => {
  test('Play.closed: it is called once for each bot, also where no game was played', async () => {
    const { seen, play } = watched()
    const server = await serve({ play })
    const seats = await Promise.all([1, 2].map((n) => join(server.url, { matchId: matchId(n) })))
    for (const { socket } of seats) socket.close(1000, 'match over')
    await expect.poll(() => seen.heard).toEqual(['closed', 'closed'])
    const played = await begin(server.url)
    for (const message of [frameMessage(-123), endMessage()]) played.send(message)
    await played.padsUntil(4)
    played.socket.close(1000, 'match over')
    await expect.poll(() => seen.heard.slice(2)).toEqual(['end', 'closed'])
  })

  test('Play.closed: after a cut it waits 30 seconds for a redial', async () => {
    const { seen, play } = watched()
    const server = await serve({ play })
    const cut = async (seat: Seat): Promise<void> => {
      seat.send(frameMessage(-123))
      await seat.until(({ pads }) => pads.at(-1)?.frame === -120)
      seat.socket.terminate()
      await once(seat.socket, 'close')
      // Until the bot knows of it.
      await sleep(50)
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await cut(await begin(server.url))
    await vi.advanceTimersByTimeAsync(29_000)
    const redial = await Seat.dial(server.url)
    redial.send(firstMessage())
    await cut(redial)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(seen).toMatchObject({ made: 1, heard: ['reconnected'] })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(seen.heard).toEqual(['reconnected', 'closed'])
  })

  test('Play.closed: closing the server gives up what is played', async () => {
    const { seen, play } = watched()
    const server = await serve({ play })
    const seat = await begin(server.url)
    await server.close()
    expect(seen.heard).toEqual(['closed'])
    await expect.poll(() => isClosed(seat)).toBe(true)
  })

  test('a socket that brings neither a message nor a ping for 15 seconds is ended', async () => {
    const server = await serve(watched())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [quiet, pinging] = [await Seat.dial(server.url), await Seat.dial(server.url)]
    await expect.poll(() => vi.getTimerCount()).toBe(2)
    await vi.advanceTimersByTimeAsync(10_000)
    pinging.socket.ping()
    await once(pinging.socket, 'pong')
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(() => isClosed(quiet)).toBe(true)
    expect(isClosed(pinging)).toBe(false)
  })

  test('whoever is refused does not keep a connection by keeping its own side open', async () => {
    const server = await serve(watched())
    const client = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    client.on('error', () => {})
    client.write('GET /other HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')
    client.resume()
    await once(client, 'end')
    const writing = setInterval(() => client.write('x'), 10)
    await new Promise((resolve) => client.once('close', resolve))
    clearInterval(writing)
  })

  test('a server that is closed accepts nobody, also not whose key was still being fetched', async () => {
    const arena = createServer(() => {})
    await new Promise<void>((resolve) => arena.listen(0, '127.0.0.1', resolve))
    const address = arena.address() as { port: number }
    const { seen, play } = watched()
    const server = await serve({ play, arenaUrl: `http://127.0.0.1:${address.port}` })
    const asked = once(arena, 'request')
    const dial = join(server.url)
    await Promise.race([asked, dial])
    await Promise.all([server.close(), expect(dial).rejects.toThrow()])
    arena.closeAllConnections()
    arena.close()
    expect(seen.made).toBe(0)
  })
})

describe('what one server plays', () => {
  test('a bot that cannot be made is reported, its socket closed with 1011, and the next match is played', async () => {
    let made = 0
    const { play } = watched()
    const server = await serve({
      play: () => {
        if (made++ === 0) throw new Error('no model file')
        return play()
      },
    })
    const seat = await Seat.dial(server.url, { matchId: matchId(1) })
    seat.send(pickRequest(0, matchId(1)))
    expect((await once(seat.socket, 'close'))[0]).toBe(1011)
    expect(errors).toEqual([new Error('no model file')])
    await join(server.url)
  })

  test('16 matches at once for each bot: another is refused with 503, a redial is not, and none falls mute', async () => {
    const server = await serve({ play: { '/one': watched().play } })
    const url = `${server.url}/one`
    const seats: Seat[] = []
    for (let n = 0; n < 16; n++) seats.push(await begin(url, { matchId: matchId(n) }))
    await expect(Seat.dial(url, { matchId: matchId(16) })).rejects.toThrow('503')
    for (const seat of seats) seat.send(frameMessage(-123))
    for (const seat of seats) await seat.until(({ pads }) => pads.at(-1)!.frame === -120)
    seats[0]!.socket.terminate()
    await once(seats[0]!.socket, 'close')
    const redial = await Seat.dial(url, { matchId: matchId(0) })
    redial.send(firstMessage())
    redial.send(frameMessage(-100))
    await redial.until(({ pads }) => pads.at(-1)?.frame === -97)
    seats[1]!.socket.close(1000, 'match over')
    await expect
      .poll(() =>
        join(url, { matchId: matchId(17) }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  test('the lead is that of serveBot, else the bot’s own', async () => {
    const lasts = async (options: Partial<ServeOptions>, lead?: 'fixed'): Promise<number> => {
      const server = await serve({ ...watched(lead && { lead }), ...options })
      const seat = await begin(server.url)
      seat.send(frameMessage(-123))
      await seat.until(({ pads }) => pads.at(-1)!.frame === -120)
      return seat.pads.length
    }
    expect([await lasts({}), await lasts({}, 'fixed'), await lasts({ lead: 'early' }, 'fixed')]).toEqual([6, 4, 6])
  })
})
