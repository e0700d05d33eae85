/** Sockets that drop mid-game. Spec: Binary messages 3. */
import { expect, test } from 'vitest'
import { ManualClock, padBytes, polledPads, padHex, stillEngine, Table } from './play-kit.ts'

test('3: a dropped socket is redialled, gets the first message again and continues with the current frame', async () => {
  const clock = new ManualClock()
  await using table = await Table.open({ clock, engine: stillEngine('ends=-100') })
  const bots = [await table.bot(), await table.bot()] as const
  const id = table.seat(bots)
  await clock.poll(5)
  const first = await bots[0].socket(0)
  await first.received(6)
  first.socket.terminate()
  // The host detects the drop; frames continue meanwhile.
  await clock.poll(5)
  const second = await bots[0].socket(1)
  await second.received(1)
  const missedUntil = (await bots[1].socket()).frames.at(-1)!
  await clock.poll(14)
  const result = await table.result(id)

  expect(second.headers['x-arena-match']).toBe(id)
  expect(second.texts).toEqual([])
  expect(second.messages[0]!.equals(first.messages[0]!)).toBe(true)
  expect(first.frames).toEqual([-123, -122, -121, -120, -119])
  // Missed frames are not resent: what follows is the rest of the stream, to its end.
  const [resumed] = second.frames
  expect(resumed).toBeGreaterThan(-119)
  expect(resumed).toBeLessThanOrEqual(missedUntil + 1)
  expect(second.frames).toEqual(Array.from({ length: -100 - resumed! + 1 }, (_, i) => resumed! + i))
  const raw = await table.raw(result.matchId)
  expect(
    Buffer.concat(second.messages.slice(1)).equals(raw.subarray(-Buffer.concat(second.messages.slice(1)).length)),
  ).toBe(true)
  // The other bot has seen nothing of it.
  expect(bots[1].stream.equals(raw)).toBe(true)
})

test('3: a close frame drops the socket, though the bot leaves its connection open', async () => {
  const clock = new ManualClock()
  // Nothing else tells of it in time.
  const timing = { pingMs: 3_600_000 }
  await using table = await Table.open({ clock, engine: stillEngine('ends=-100'), timing })
  const bots = [await table.bot(), await table.bot()] as const
  const id = table.seat(bots)
  await clock.poll(5)
  const first = await bots[0].socket(0)
  await first.received(6)
  first.sayGoodbye(1001, 'moving')
  const second = await bots[0].socket(1)
  await clock.poll(20)
  const { receipts } = await table.result(id)
  expect(second.messages[0]!.equals(first.messages[0]!)).toBe(true)
  expect(receipts![0].link.connections).toMatchObject([
    { ended: { why: 'bot-closed', code: 1001, detail: 'moving' } },
    { ended: { why: 'match-over' } },
  ])
}, 20_000)

test('pads sent over the first socket still count, and so do those over the second', async () => {
  const clock = new ManualClock()
  await using table = await Table.open({ clock })
  const bots = [await table.bot({ input: null }), await table.bot()] as const
  const id = table.seat(bots)
  await clock.ready()
  const first = await bots[0].socket(0)
  first.socket.send(padBytes(-122, { stickX: 1 }))
  await first.fence()
  first.socket.terminate()
  const second = await bots[0].socket(1)
  second.socket.send(padBytes(-121, { stickX: 2 }))
  await second.fence()
  await clock.poll(3)
  const witness = await bots[1].socket()
  await witness.received(4)
  expect([...polledPads(witness.messages).values()].map(([pad]) => pad)).toEqual([
    padHex(),
    padHex({ stickX: 1 }),
    padHex({ stickX: 2 }),
  ])
  table.abort(id, 'shutdown')
})

test('a bot that keeps dropping is redialled for as long as the game runs, and its match continues', async () => {
  await using table = await Table.open({ timing: { redialMaxMs: 5 } })
  const flapping = await table.bot({ received: ({ socket }) => socket.terminate() })
  const steady = await table.bot()
  const result = await table.play([flapping, steady])
  expect(result).toMatchObject({
    status: 'completed',
    cause: 'forfeit',
    summary: { winner: 1, players: [{}, { missed: 0 }] },
  })
  expect(flapping.sockets.length).toBeGreaterThan(3)
  expect(steady.stream.equals(await table.raw(result.matchId))).toBe(true)
})

test('a bot that disappears for ever leaves its opponent a whole match', async () => {
  await using table = await Table.open()
  const leaver = await table.bot({
    refuse: (attempt) => (attempt > 0 ? 503 : null),
    received: ({ socket }) => socket.close(),
  })
  const result = await table.play([leaver, await table.bot()])
  expect(result).toMatchObject({ cause: 'forfeit', summary: { winner: 1 } })
  expect(leaver.attempts).toBeGreaterThan(1)
})
