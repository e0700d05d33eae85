/** A match from the dial to the closed socket. Spec: Events, Per-match WebSocket; PickRequest; Game rules. */
import { verifyHandshake } from '@arena/protocol'
import { describe, expect, test } from 'vitest'
import { builtInEngine } from '../src/engine/engine-process.ts'
import { ManualClock, PLATFORM_PUBLIC_KEY, stillEngine, Table, type TestBot } from './play-kit.ts'

const answer = (character: number, costume = 0) => JSON.stringify({ id: 0, action: { character, costume } })

describe('Per-match WebSocket', () => {
  test('Binary messages 1: every binary message in a row is the raw event block of the stored replay, to both bots', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=400', 'by=time') })
    const bots = [await table.bot(), await table.bot()] as const
    const result = await table.play(bots)
    expect(result).toMatchObject({ status: 'completed', cause: 'time', played: true, answered: [true, true] })
    const raw = await table.raw(result.matchId)
    expect(raw.length).toBeGreaterThan(500 * 300)
    expect(bots[0].stream.equals(raw)).toBe(true)
    expect(bots[1].stream.equals(raw)).toBe(true)
    expect(result.replayBytes).toBe((await table.replay(result.matchId)).length)
  })

  test('Binary messages: the first is all before the first frame, then one per frame in order, the last is Game End', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=20') })
    const bots = [await table.bot(), await table.bot()] as const
    await table.play(bots)
    const { messages, frames } = await bots[0].socket()
    expect(messages.map((message) => message[0])).toEqual([0x35, ...Array.from({ length: 20 + 124 }, () => 0x3a), 0x39])
    for (const message of messages.slice(1, -1)) expect(message.at(-9)).toBe(0x3c)
    // Binary messages 2: the first frame is -123 and play starts at 0.
    expect(frames).toEqual(Array.from({ length: 144 }, (_, i) => i - 123))
  })

  test('1: the first message is one JSON text frame, PickRequest', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=0'), timing: { pickMs: 7000 } })
    const bots = [await table.bot(), await table.bot()] as const
    const { matchId } = await table.play(bots)
    for (const [port, bot] of bots.entries()) {
      const { texts } = await bot.socket()
      expect(texts.map((text) => JSON.parse(text))).toEqual([
        {
          id: 0,
          kind: 'pick',
          matchId,
          mode: 'live',
          port,
          opponent: { botId: `bot_${1 - port}`, name: `Bot ${1 - port}` },
          deadlineMs: 7000,
          inputDelayFrames: 2,
        },
      ])
    }
  })

  test('4: after Game End the service closes the socket; there is no end frame', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=0') })
    const bots = [await table.bot(), await table.bot()] as const
    await table.play(bots)
    for (const bot of bots) {
      const socket = await bot.socket()
      expect(await socket.closed).toBe(1000)
      expect(socket.messages.at(-1)![0]).toBe(0x39)
      expect(socket.texts).toHaveLength(1)
      expect(bot.sockets).toHaveLength(1)
    }
  })

  test('Requests from the service to a bot: the upgrade is signed with the platform key for this match', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=0') })
    const bots = [await table.bot(), await table.bot()] as const
    const { matchId } = await table.play(bots)
    const { headers } = await bots[1].socket()
    expect(headers['x-arena-match']).toBe(matchId)
    expect(verifyHandshake(PLATFORM_PUBLIC_KEY, headers as Record<string, string>, Date.now())).toMatchObject({
      ok: true,
    })
  })

  test('which socket is written first alternates by frame', async () => {
    const writes: string[] = []
    await using table = await Table.open({
      engine: stillEngine('ends=-84'),
      dialled: (socket, url) => {
        const send = socket.send.bind(socket)
        const noted = (data: Buffer, options: { binary?: boolean }) => {
          if (data[0] === 0x3a) writes.push(url)
          send(data, options)
        }
        socket.send = noted as typeof socket.send
      },
    })
    const bots = [await table.bot(), await table.bot()] as const
    await table.play(bots)
    const firsts = writes.filter((_url, i) => i % 2 === 0)
    expect(firsts).toHaveLength(40)
    for (const [i, url] of firsts.entries()) expect(url).toBe(bots[i % 2 === 0 ? 1 : 0].url)
  })
})

describe('the version of a bot is what it says in its answer to the handshake', () => {
  test('and is told at Game Start and with the result; that of the first handshake counts', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock, engine: stillEngine('ends=-100') })
    const said = ['1.4', '1.5']
    const bots = [
      await table.bot({ says: (attempt) => [`X-Arena-Version: ${said[attempt]}`] }),
      await table.bot(),
    ] as const
    const id = table.seat(bots)
    await clock.poll(5)
    ;(await bots[0].socket(0)).socket.terminate()
    await bots[0].socket(1)
    await clock.poll(24)
    expect((await table.result(id)).versions).toEqual(['1.4', null])
    const started = table.events.find((event) => event.type === 'started')
    expect(started?.type === 'started' && started.match.versions).toEqual(['1.4', null])
  })

  test('of a bot that forfeits after its handshake it is known, of one that was never there it is not', async () => {
    await using table = await Table.open({ timing: { dialMs: 300 } })
    const silent = await table.bot({ input: null, says: () => ['x-arena-version: 7b2a9c1+dirty_2'] })
    expect((await table.play([await table.bot(), silent])).versions).toEqual([null, '7b2a9c1+dirty_2'])
    const absent = await table.bot({ refuse: () => 503, says: () => ['x-arena-version: 1'] })
    const result = await table.play([absent, silent])
    expect(result).toMatchObject({ cause: 'absent', versions: [null, '7b2a9c1+dirty_2'] })
  })

  test('and null where it is no version: 1 to 32 letters, digits and characters of . _ + -', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=-120') })
    const version = async (...lines: string[]) =>
      (await table.play([await table.bot({ says: () => lines }), await table.bot()])).versions?.[0]
    const longest = `${'v'.repeat(30)}+1`
    expect(await version(`x-arena-version: ${longest}`)).toBe(longest)
    expect(await version(`x-arena-version: ${longest}2`)).toBeNull()
    expect(await version('x-arena-version:')).toBeNull()
    expect(await version('x-arena-version: one two')).toBeNull()
    expect(await version('x-arena-version: <b>')).toBeNull()
    expect(await version('x-arena-version: 1', 'x-arena-version: 2')).toBeNull()
  })
})

describe('Game rules', () => {
  test('Picks are blind: no bot learns of a pick before Game Start, and neither does the arena', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=0') })
    let release!: () => void
    const held = new Promise<void>((resolve) => (release = resolve))
    const quick = await table.bot({ pick: () => answer(20, 3) })
    const slow = await table.bot({
      pick: () => null,
      opened: ({ socket }) => void held.then(() => socket.send(answer(9, 0))),
    })
    const id = table.seat([quick, slow])
    await (await quick.socket()).fence()
    await (await slow.socket()).fence()
    expect((await slow.socket()).messages).toEqual([])
    expect((await slow.socket()).texts.join()).not.toMatch(/character|costume|20/)
    expect(table.events.map(({ type }) => type)).toEqual(['ready'])
    release()
    await table.result(id)
    expect(table.events).toContainEqual({
      type: 'started',
      match: {
        matchId: id,
        stage: 31,
        picks: [
          { character: 20, costume: 3 },
          { character: 9, costume: 0 },
        ],
        drawn: [null, null],
        versions: [null, null],
      },
    })
  })

  test('Stocks: the last bot with a stock wins, and the replay shows it in every tool that reads replays', async () => {
    await using table = await Table.open({ engine: builtInEngine('fast') })
    // A fighter that always walks to the right falls off the stage.
    const walker = await table.bot({ pick: () => answer(2, 4), input: () => ({ stickX: 255 }) })
    const stander = await table.bot({ pick: () => answer(20, 1) })
    const result = await table.play([walker, stander], { stage: 32 })
    expect(result).toMatchObject({
      status: 'completed',
      cause: 'stocks',
      summary: {
        stage: 32,
        endReason: 'stocks',
        winner: 1,
        players: [
          { character: 2, costume: 4, stocks: 0, missed: 0 },
          { character: 20, costume: 1, stocks: 4, percent: 0, missed: 0 },
        ],
      },
    })
    expect(walker.stream.equals(await table.raw(result.matchId))).toBe(true)
    expect(stander.stream.equals(walker.stream)).toBe(true)

    const { SlippiGame } = await import('@slippi/slippi-js/node')
    const game = new SlippiGame(await table.replay(result.matchId))
    expect(game.getSettings()).toMatchObject({
      slpVersion: '3.18.0',
      stageId: 32,
      isTeams: false,
      players: [
        { playerIndex: 0, characterId: 2, characterColor: 4, startStocks: 4, displayName: 'Bot 0' },
        { playerIndex: 1, characterId: 20, characterColor: 1, startStocks: 4, displayName: 'Bot 1' },
      ],
    })
    const last = result.summary!.frames - 1
    expect(game.getLatestFrame()).toMatchObject({ frame: last })
    expect(game.getLatestFrame()!.players[0]!.post.stocksRemaining).toBe(0)
    expect(game.getLatestFrame()!.players[1]!.post.stocksRemaining).toBe(4)
    expect(Object.keys(game.getFrames())).toHaveLength(last + 124)
    expect(game.getGameEnd()).toMatchObject({ gameEndMethod: 2 })
    expect(game.getWinners()).toEqual([expect.objectContaining({ playerIndex: 1 })])
    expect(game.getMetadata()).toMatchObject({ lastFrame: last, playedOn: 'network', consoleNick: 'arena' })
    expect(game.getMetadata()!.players!['1']!.names!.netplay).toBe('Bot 1')
    expect(Object.values(game.getMetadata()!.players!['0']!.characters)).toEqual([last + 124])
  })

  test('a match replayed from seed, picks and the pads in its replay is the same match', async () => {
    await using table = await Table.open({ engine: builtInEngine('fast') })
    const play = async (bots: readonly [TestBot, TestBot]) => {
      const result = await table.play(bots)
      expect(result).toMatchObject({ status: 'completed', cause: 'stocks' })
      return table.raw(result.matchId)
    }
    const bots = [
      await table.bot({
        input: (frame) => ({ stickX: frame % 90 < 45 ? 255 : 60, buttons: frame % 40 === 0 ? 0x400 : 0 }),
      }),
      await table.bot({ input: () => ({ stickX: 0 }) }),
    ] as const
    const once = await play(bots)
    expect(once.equals(await play(bots))).toBe(true)
  })
})

describe('a host', () => {
  test('plays many matches at once, each with its own stream and replay', async () => {
    await using table = await Table.open({ engine: stillEngine('ends=100') })
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => [await table.bot(), await table.bot()] as const),
    )
    const results = await Promise.all(pairs.map((bots) => table.play(bots)))
    for (const [i, { matchId, summary }] of results.entries()) {
      expect(summary).toMatchObject({ frames: 101, players: [{ missed: 0 }, { missed: 0 }] })
      expect(pairs[i]![0].stream.equals(await table.raw(matchId))).toBe(true)
    }
  })

  test('Live match progress: frame advances with the engine, and nothing is reported before Game Start', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock })
    const id = table.seat([await table.bot(), await table.bot()])
    const told = async (frame: number) => {
      for (;;) {
        const reports = table.events.flatMap((event) => (event.type === 'progress' ? event.matches : []))
        const report = reports.find((match) => match.frame === frame)
        if (report !== undefined) return report
        await table.event()
      }
    }
    await clock.poll(30)
    expect(await told(-94)).toEqual({
      matchId: id,
      frame: -94,
      players: [
        { stocks: 4, percent: 0, x: -40, y: 0.5 },
        { stocks: 4, percent: 10, x: 40, y: 0.5 },
      ],
      answered: [true, true],
      missed: [expect.any(Number), expect.any(Number)],
    })
    const kinds = table.events.map(({ type }) => type)
    expect(kinds.indexOf('started')).toBeLessThan(kinds.indexOf('progress'))
    table.abort(id, 'shutdown')
  })
})
