/** Forfeits, in all the ways a bot can fall silent. Spec: Forfeit; Winning and scoring 3; Match `status`. */
import { describe, expect, test } from 'vitest'
import { builtInEngine } from '../src/engine/engine-process.ts'
import { ManualClock, padBytes, Table } from './play-kit.ts'

const GAME_END = 0x39

describe.concurrent('Forfeit: no pad lands for 300 consecutive polls', () => {
  test('because the bot sends nothing', async () => {
    await using table = await Table.open()
    const bots = [await table.bot({ input: null }), await table.bot()] as const
    const result = await table.play(bots)
    expect(result).toMatchObject({
      status: 'completed',
      cause: 'forfeit',
      played: true,
      answered: [true, true],
      summary: { endReason: 'forfeit', winner: 1, frames: 177, players: [{ missed: 300 }, { missed: 0 }] },
    })
    // The game is stopped with the frame of the 300th poll, and the stream is a whole one.
    expect((await bots[1].socket()).frames).toHaveLength(300)
    expect(bots[1].stream.equals(await table.raw(result.matchId))).toBe(true)
    expect((await bots[0].socket()).messages.at(-1)![0]).toBe(GAME_END)
  })

  test('because its socket is down', async () => {
    await using table = await Table.open({ timing: { redialMinMs: 60_000 } })
    const bots = [
      await table.bot(),
      await table.bot({ received: ({ socket }, message) => void (message[0] === 0x3a && socket.terminate()) }),
    ] as const
    const result = await table.play(bots)
    expect(result).toMatchObject({ cause: 'forfeit', summary: { winner: 0, players: [{ missed: 0 }, {}] } })
  })

  test('because its pads arrive after their frame was polled', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock })
    const bots = [await table.bot({ input: null }), await table.bot({ input: null })] as const
    const id = table.seat(bots)
    await clock.ready()
    const [late, good] = [await bots[0].socket(), await bots[1].socket()]
    for (let frame = -123; frame < 177; frame++) {
      good.socket.send(padBytes(frame))
      await good.fence()
      await clock.poll()
      late.socket.send(padBytes(frame))
      await late.fence()
    }
    expect(await table.result(id)).toMatchObject({
      cause: 'forfeit',
      answered: [true, true],
      summary: { winner: 1, players: [{ missed: 300 }, { missed: 0 }] },
    })
  })

  test('and not at 299: the one pad that lands restarts the count', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock })
    const bots = [await table.bot({ input: null }), await table.bot({ input: null })] as const
    const id = table.seat(bots)
    await clock.ready()
    const sockets = [await bots[0].socket(), await bots[1].socket()]
    for (const { socket } of sockets) socket.send(padBytes(-123 + 299))
    for (const socket of sockets) await socket.fence()
    await clock.poll(299 + 1 + 299)
    expect(sockets[0]!.frames.length).toBeGreaterThan(299)
    await clock.poll()
    expect(await table.result(id)).toMatchObject({
      cause: 'double-forfeit',
      summary: { frames: 600 - 123, players: [{ missed: 599 }, { missed: 599 }] },
    })
  })

  test('both bots together: a draw', async () => {
    await using table = await Table.open()
    const result = await table.play([await table.bot({ input: null }), await table.bot({ input: null })])
    expect(result).toMatchObject({
      status: 'completed',
      cause: 'double-forfeit',
      summary: { endReason: 'forfeit', winner: null, players: [{ stocks: 4 }, { stocks: 4 }] },
    })
  })

  test('after a while of good play as well', async () => {
    await using table = await Table.open()
    const bots = [await table.bot({ input: (frame) => (frame < 500 ? {} : null) }), await table.bot()] as const
    const { summary } = await table.play(bots)
    expect(summary).toMatchObject({ endReason: 'forfeit', winner: 1, frames: 800, players: [{ missed: 300 }, {}] })
  })

  test.each([
    [0, 1],
    [1, 0],
  ] as const)('of port %i is written into Game End: method 7, who it was, and the placements', async (port, winner) => {
    await using table = await Table.open({ engine: builtInEngine('fast') })
    const silent = await table.bot({ input: null })
    const other = await table.bot()
    const { matchId } = await table.play(port === 0 ? [silent, other] : [other, silent])
    const gameEnd = (await table.raw(matchId)).subarray(-7)
    const placements = port === 0 ? [1, 0] : [0, 1]
    expect([...gameEnd]).toEqual([GAME_END, 7, port, ...placements, 0xff, 0xff])
    const { SlippiGame } = await import('@slippi/slippi-js/node')
    const game = new SlippiGame(await table.replay(matchId))
    expect(game.getGameEnd()).toMatchObject({ gameEndMethod: 7, lrasInitiatorIndex: port })
    expect(game.getWinners()).toEqual([expect.objectContaining({ playerIndex: winner })])
  })

  test('of both is written into Game End without an initiator', async () => {
    await using table = await Table.open({ engine: builtInEngine('fast') })
    const { matchId } = await table.play([await table.bot({ input: null }), await table.bot({ input: null })])
    expect([...(await table.raw(matchId)).subarray(-7, -4)]).toEqual([GAME_END, 7, 0xff])
  })
})

describe('a bot that never connects', () => {
  test('alone, forfeits before the game is run: no replay, the other’s pick in the summary', async () => {
    await using table = await Table.open({ timing: { dialMs: 300 } })
    const present = await table.bot()
    const absent = await table.bot({ refuse: () => 503 })
    const result = await table.play([absent, present], { stage: 28 })
    expect(result).toMatchObject({
      status: 'completed',
      cause: 'absent',
      played: false,
      answered: [false, true],
      replayBytes: null,
      summary: {
        stage: 28,
        frames: 0,
        endReason: 'forfeit',
        winner: 1,
        players: [
          { costume: 0, stocks: 0, percent: 0 },
          { character: 2, costume: 1, stocks: 4, percent: 0 },
        ],
      },
    })
    expect(result.detail).toMatch(/^bot_0 never connected \(.*503.*\)\.$/)
    // It was dialled again and again, and the other was let go without a game.
    expect(absent.attempts).toBeGreaterThan(1)
    const socket = await present.socket()
    expect(await socket.closed).toBe(1000)
    expect(socket.messages).toEqual([])
    expect(table.events.map(({ type }) => type)).toEqual(['ready', 'finished'])
  })

  test('with the other absent as well, aborts the match', async () => {
    await using table = await Table.open({ timing: { dialMs: 100 } })
    const bots = [await table.bot({ refuse: () => 401 }), 'http://127.0.0.1:1/'] as const
    expect(await table.play(bots)).toMatchObject({
      status: 'aborted',
      cause: 'nobody-connected',
      played: false,
      summary: null,
      replayBytes: null,
      answered: [false, false],
    })
  })

  test('in time, after refusals, plays: dialling is retried inside the 10 seconds', async () => {
    await using table = await Table.open()
    const slow = await table.bot({ refuse: (attempt) => (attempt < 3 ? 503 : null), input: null })
    const result = await table.play([slow, await table.bot()])
    expect(result).toMatchObject({ played: true, answered: [true, true], cause: 'forfeit' })
    expect(slow.attempts).toBe(4)
  })

  test('Missed-game rule 1: accepting the socket and sending nothing is a miss, sending anything is not', async () => {
    await using table = await Table.open({ timing: { pickMs: 20 } })
    const mute = await table.bot({ pick: () => null, input: null })
    const babbler = await table.bot({ pick: () => Buffer.from('?'), input: null })
    expect(await table.play([mute, babbler])).toMatchObject({ cause: 'double-forfeit', answered: [false, true] })
  })
})
