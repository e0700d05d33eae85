/** Pads over real sockets, polled by hand, so that late and early are facts. Spec: Pad timing rules. */
import { describe, expect, test } from 'vitest'
import { LiveClock } from '../src/match/live-clock.ts'
import { ManualClock, padBytes, padHex, polledPads, Table, type BotSocket, type TableOptions } from './play-kit.ts'

const PICK = JSON.stringify({ id: 0, action: { character: 2, costume: 0 } })

/** Two bots that send no pads of their own, the first frame about to be polled. */
async function open() {
  const clock = new ManualClock()
  const table = await Table.open({ clock })
  const bots = [await table.bot({ input: null }), await table.bot({ input: null })] as const
  const matchId = table.seat(bots)
  await clock.ready()
  const sockets = [await bots[0].socket(), await bots[1].socket()] as const
  return { clock, table, bots, sockets, matchId, [Symbol.asyncDispose]: () => table[Symbol.asyncDispose]() }
}

const send = async (bot: BotSocket, ...messages: (Buffer | string)[]) => {
  for (const message of messages) bot.socket.send(message)
  await bot.fence()
}

/** What was polled for a port, by frame. */
const polled = async (socket: BotSocket, port: 0 | 1, frames: number) => {
  await socket.received(1 + frames)
  return [...polledPads(socket.messages).values()].map((pads) => pads[port])
}

describe('Pad timing rules', () => {
  test('1: the pad for frame F is what the game polls at frame F, each bot’s for its own port', async () => {
    await using match = await open()
    const { clock, sockets } = match
    const input = { buttons: 0x0f7f, stickX: 1, stickY: 2, cstickX: 3, cstickY: 4, l: 5, r: 6 }
    await send(sockets[0], padBytes(-122, input))
    await send(sockets[1], padBytes(-121, { stickX: 77 }))
    await clock.poll(3)
    expect(await polled(sockets[0], 0, 3)).toEqual([padHex(), padHex(input), padHex()])
    expect(await polled(sockets[0], 1, 3)).toEqual([padHex(), padHex(), padHex({ stickX: 77 })])
    expect(padHex(input)).toBe('7f0f010203040506')
  })

  test('1, and Pad: nothing is pre-processed: dead zones, impossible presses and START reach the game as they came', async () => {
    await using match = await open()
    const inputs = [
      { buttons: 0x1fff, stickX: 0, stickY: 255, cstickX: 255, cstickY: 0, l: 255, r: 1 },
      { buttons: 0xe080, stickX: 129, stickY: 127, cstickX: 130, cstickY: 126, l: 0, r: 255 },
      { buttons: 0x0003, stickX: 255, stickY: 255, cstickX: 0, cstickY: 0, l: 42, r: 43 },
    ]
    await send(match.sockets[1], ...inputs.map((input, i) => padBytes(-123 + i, input)))
    await match.clock.poll(3)
    expect(await polled(match.sockets[0], 1, 3)).toEqual(inputs.map(padHex))
  })

  test('2: a pad may be sent for any future frame up to 600 frames past the last poll', async () => {
    await using match = await open()
    const { clock, sockets } = match
    await clock.poll(1)
    await send(sockets[0], padBytes(-123 + 600, { stickX: 1 }), padBytes(-123 + 601, { stickX: 2 }))
    for (let frame = -122; frame <= -123 + 601; frame += 100) {
      // Keeps both bots from a forfeit meanwhile.
      await send(sockets[0], padBytes(frame + 50))
      await send(sockets[1], padBytes(frame + 50))
      await clock.poll(Math.min(100, -123 + 601 - frame + 1))
    }
    const pads = await polled(sockets[1], 0, 602)
    expect(pads.at(-2)).toBe(padHex({ stickX: 1 }))
    expect(pads.at(-1)).toBe(padHex())
  })

  test('3: when several pads arrive for one frame before its poll, the last received wins', async () => {
    await using match = await open()
    const { clock, sockets } = match
    await send(sockets[0], ...[1, 2, 3].map((stickX) => padBytes(-123, { stickX })))
    await clock.poll(1)
    expect(await polled(sockets[0], 0, 1)).toEqual([padHex({ stickX: 3 })])
  })

  test('4: a pad for a frame already polled, or beyond the 600-frame window, is ignored', async () => {
    await using match = await open()
    const { clock, sockets } = match
    await clock.poll(2)
    await send(sockets[0], padBytes(-123, { stickX: 1 }), padBytes(-122, { stickX: 2 }), padBytes(2 ** 31 - 1))
    await send(sockets[0], padBytes(-122 + 601, { stickX: 4 }), padBytes(-(2 ** 31)))
    await clock.poll(1)
    expect(await polled(sockets[0], 0, 3)).toEqual([padHex(), padHex(), padHex()])
  })

  test('5: a frame polled without a pad from the bot is played neutral, whatever the pad before it was', async () => {
    await using match = await open()
    const { clock, sockets } = match
    await send(sockets[0], padBytes(-123, { buttons: 0x100, stickX: 255, l: 255 }))
    await clock.poll(2)
    expect(await polled(sockets[1], 0, 2)).toEqual([
      padHex({ buttons: 0x100, stickX: 255, l: 255 }),
      '0000808080800000',
    ])
  })

  test('6: any binary message that is not 12 bytes is ignored', async () => {
    await using match = await open()
    const { clock, sockets } = match
    const pad = padBytes(-123, { stickX: 9 })
    await send(
      sockets[0],
      pad.subarray(0, 11),
      Buffer.concat([pad, Buffer.alloc(1)]),
      Buffer.alloc(0),
      Buffer.alloc(4096),
    )
    await clock.poll(1)
    expect(await polled(sockets[0], 0, 1)).toEqual([padHex()])
    await send(sockets[0], padBytes(-122, { stickX: 9 }))
    await clock.poll(1)
    expect(await polled(sockets[0], 0, 2)).toEqual([padHex(), padHex({ stickX: 9 })])
  })

  test('7: pads sent with the lead of 2 on each Frame Bookend land, every one', async () => {
    await using table = await Table.open()
    const seen: Buffer[] = []
    const bots = [
      await table.bot({
        input: (frame) => ({ stickX: frame & 0xff }),
        received: (_socket, message) => void seen.push(message),
      }),
      await table.bot(),
    ] as const
    const id = table.seat(bots)
    await (await bots[0].socket()).received(300)
    table.abort(id, 'shutdown')
    const { summary } = await table.result(id)
    expect(summary!.players.map(({ missed }) => missed)).toEqual([0, 0])
    for (const [frame, [pad]] of polledPads(seen)) expect(pad).toBe(padHex({ stickX: frame & 0xff }))
  })

  test('8: the pads for the first 1 + inputDelayFrames frames, sent right after the pick, count', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock })
    const bots = [
      await table.bot({ pick: () => PICK, input: (frame) => (frame <= -121 ? { stickX: 200 + frame + 123 } : null) }),
      await table.bot({ pick: () => PICK, input: null }),
    ] as const
    table.seat(bots)
    const socket = await bots[0].socket()
    await clock.ready()
    // Nothing has been streamed that the bot could have answered to: these were sent before.
    await socket.fence()
    await clock.poll(4)
    expect(await polled(socket, 0, 4)).toEqual([
      padHex({ stickX: 200 }),
      padHex({ stickX: 201 }),
      padHex({ stickX: 202 }),
      padHex(),
    ])
  })

  test('8: pads sent before the pick is even answered count as well', async () => {
    const clock = new ManualClock()
    await using table = await Table.open({ clock })
    const early = await table.bot({
      pick: () => PICK,
      input: null,
      opened: ({ socket }) => socket.send(padBytes(-123, { stickX: 5 })),
    })
    table.seat([early, await table.bot()])
    await clock.poll(1)
    expect(await polled(await early.socket(), 0, 1)).toEqual([padHex({ stickX: 5 })])
  })

  test('text after the pick is ignored, be it another pick or a pad in JSON', async () => {
    await using match = await open()
    const { clock, sockets, table, matchId } = match
    await send(sockets[0], JSON.stringify({ id: 0, action: { character: 9, costume: 5 } }), '{', 'x'.repeat(4000))
    await clock.poll(1)
    table.abort(matchId, 'shutdown')
    expect((await table.result(matchId)).summary!.players[0]).toMatchObject({ character: 2, costume: 1 })
  })
})

test('GameSummary: missed counts the frames polled without a pad from the bot, each played neutral', async () => {
  await using match = await open()
  const { clock, sockets, table, matchId } = match
  await send(sockets[0], ...[-123, -121, -119].map((frame) => padBytes(frame)))
  await clock.poll(10)
  table.abort(matchId, 'shutdown')
  expect((await table.result(matchId)).summary!.players.map(({ missed }) => missed)).toEqual([7, 10])
})

describe('GamePlayer: lead', () => {
  /** A match between a bot that sends a pad for `early` frames after the newest, and one that keeps to the mode. */
  const leadsOf = async (early: number | null, options: TableOptions = {}) => {
    await using table = await Table.open(options)
    const bots = [
      await table.bot({
        input: early === null ? null : () => ({}),
        received: ({ socket }, message) => {
          if (early !== null && message[0] === 0x3a) socket.send(padBytes(message.readInt32BE(1) + early))
        },
      }),
      await table.bot(),
    ] as const
    const id = table.seat(bots)
    await (await bots[0].socket()).received(150)
    table.abort(id, 'shutdown')
    return (await table.result(id)).summary!.players.map(({ lead }) => lead)
  }

  test('is the median of frames between the newest frame that the bot has seen and that of the pad which was played', async () => {
    expect(await leadsOf(1)).toEqual([0, 2])
    expect(await leadsOf(2)).toEqual([1, 2])
  })

  test('is the same where the clock follows time', async () => {
    expect(await leadsOf(1, { clock: new LiveClock() })).toEqual([0, 2])
  })

  test('counts the way of a bot that is far away: it has not seen what was sent while its pad was under way', async () => {
    await using table = await Table.open({ clock: new LiveClock() })
    const later = (act: () => void): void => void setTimeout(act, 25)
    const far = await table.bot({
      opened: ({ socket }) => {
        const pong = socket.pong.bind(socket)
        socket.pong = (data: unknown, mask?: boolean) => later(() => pong(data, mask))
      },
      received: ({ socket }, message) => {
        if (message[0] !== 0x3a) return
        const frame = message.readInt32BE(1)
        later(() => [1, 2, 3].forEach((ahead) => socket.send(padBytes(frame + ahead))))
      },
      input: (frame) => (frame <= -121 ? {} : null),
    })
    const id = table.seat([far, await table.bot()])
    await (await far.socket()).received(150)
    table.abort(id, 'shutdown')
    expect((await table.result(id)).summary!.players.map(({ lead }) => lead)).toEqual([1, 2])
  })

  test('is null where no pad of the bot was played', async () => {
    expect(await leadsOf(null)).toEqual([null, 2])
  })
})

test('the fast clock waits for the correction of a pad: a bot that sends early and corrects plays the same each time', async () => {
  await using table = await Table.open()
  /** Upon each frame, a pad that says so for the next three; slower now and then. */
  const bots = [
    await table.bot({
      received: ({ socket }, message) => {
        if (message[0] !== 0x3a) return
        const frame = message.readInt32BE(1)
        const answer = () => {
          for (const ahead of [1, 2, 3]) socket.send(padBytes(frame + ahead, { stickX: frame & 0xff }))
        }
        if (frame % 16 === 0) setTimeout(answer, 5)
        else answer()
      },
      input: (frame) => (frame <= -121 ? {} : null),
    }),
    await table.bot(),
  ] as const
  const id = table.seat(bots)
  const socket = await bots[1].socket()
  await socket.received(200)
  table.abort(id, 'shutdown')
  await table.result(id)
  for (const [frame, [pad]] of polledPads(socket.messages)) {
    if (frame > -123) expect(pad, `at frame ${frame}`).toBe(padHex({ stickX: (frame - 1) & 0xff }))
  }
})

test('what a bot sends without effect is reported with the result, by kind', async () => {
  await using match = await open()
  const { clock, sockets, table, matchId } = match
  await clock.poll(2)
  await send(sockets[0], Buffer.alloc(13), Buffer.alloc(11), padBytes(-123), padBytes(10_000), '{}', 'text')
  await send(sockets[1], padBytes(-121))
  table.abort(matchId, 'shutdown')
  const none = { malformed: 0, lastLength: 0, late: 0, tooFar: 0, texts: 0, seen: 0, reversed: 0 }
  expect((await table.result(matchId)).ignored).toEqual([
    { malformed: 2, lastLength: 11, late: 1, tooFar: 1, texts: 2, seen: 1, reversed: 0 },
    none,
  ])
})

test('the frames that were polled without a pad are reported with the result, and which pads came too late for theirs', async () => {
  await using match = await open()
  const { clock, sockets, table, matchId } = match
  await send(sockets[0], padBytes(-122))
  await clock.poll(5)
  await sockets[0].received(6)
  await send(sockets[0], padBytes(-122), padBytes(-121))
  table.abort(matchId, 'shutdown')
  expect((await table.result(matchId)).missedPads).toEqual(['0+1,1+1l,0+2', '0+5'])
})
