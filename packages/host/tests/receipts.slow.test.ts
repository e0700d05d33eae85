/** Faults of bots, each played in a match over real sockets: the receipt names the fault. */
import { describe, expect, test } from 'vitest'
import { padBytes, Table, ManualClock } from './play-kit.ts'
import { answerAhead, concluded, stageMatch } from './staged-match.ts'
import type { StagedBot } from './staged-match.ts'

const reversed = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  copy.subarray(0, 4).reverse()
  return copy
}

test('a bot that is always in time gets its figures and no cause', async () => {
  const { facts, codes, result } = await stageMatch({ ends: 60 })
  expect(codes).toEqual([])
  expect(result.summary).toMatchObject({ players: [{ missed: 0 }, {}] })
  expect(facts.pads).toMatchObject({ polled: 184, missed: 0, first: -123, last: 60, received: 186, corrections: 0 })
  // Sent 0.5 ms after its poll, a frame is answered 6 ms later for the third poll from then.
  expect(facts.arrivals.slackMs).toMatchObject({ least: 43.5, p50: 43 })
  expect(facts.arrivals.worst).toHaveLength(20)
  expect(facts.arrivals.pauses.count).toBe(0)
  expect(facts.link).toMatchObject({
    connectionCount: 1,
    failedDialCount: 0,
    pick: { outcome: 'answered' },
    roundTripMs: { least: 4 },
    heard: true,
    connections: [{ opened: { frame: null }, ended: { frame: 60, why: 'match-over' } }],
  })
  expect(facts.arena).toMatchObject({ pollLateMs: { max: 0 }, stepMs: { p50: 0.5 } })
})

const fault = (name: string, code: string, bot: StagedBot, says: RegExp, advice = /./) =>
  [name, code, { bot, says, advice }] as const

const FAULTS = [
  fault(
    'sends nothing at all',
    'silent',
    { options: { pick: () => null }, begins: () => [], answers: () => [], pickMs: 300, ends: 400 },
    /nothing at all/,
  ),
  fault(
    'sends pads as text',
    'text-pads',
    { begins: () => [], answers: (frame) => [JSON.stringify({ frame })] },
    /sent \d+ text messages after its pick/,
  ),
  fault(
    'sends pads of 11 bytes',
    'pad-length',
    { begins: () => [], answers: (frame) => [padBytes(frame + 3).subarray(1)] },
    /another length than 12 bytes \(the last one 11\)/,
  ),
  fault(
    'writes its frames in the other byte order',
    'byte-order',
    { begins: () => [], answers: (frame) => [reversed(padBytes(frame + 3))] },
    /9\d % of the pads .* bytes reversed/,
    /little-endian/,
  ),
  fault(
    'sends every pad for frame 0',
    'frame-numbers',
    { begins: () => [], answers: () => [padBytes(0)], ends: 200 },
    /far from the game/,
  ),
  fault(
    'counts its own frames from 0',
    'first-frames',
    { begins: () => [], answers: (frame) => [padBytes(frame + 126)], ends: 200 },
    /no pad came for the first 126 frames, -123 to 2/i,
  ),
  fault(
    'answers each frame with a pad for that frame',
    'seen-frames',
    { answers: (frame) => [padBytes(frame)] },
    /for frames that the bot had been sent already, by \d/,
    /send the pad for F \+ 3/,
  ),
  fault(
    'is 90 ms away',
    'round-trip',
    { roundTripMs: 90, workMs: () => 1 },
    /by 4\d ms in the median\. The round trip to the bot takes 9\d ms/,
    /F \+ 6 after frame F/,
  ),
  fault(
    'sleeps once, for 800 ms',
    'one-pause',
    { workMs: (frame) => (frame === 50 ? 800 : 2), ends: 150 },
    /8[01]\d ms after frame 49/,
  ),
  fault(
    'collects garbage for 150 ms every second',
    'regular-pauses',
    { workMs: (frame) => (frame % 60 === 0 ? 150 : 2), ends: 200 },
    /paused \d+ times for about 1\d\d ms, regularly, every 1\.0 s/,
    /garbage collection/,
  ),
  fault(
    'is blocked again and again, for times of all lengths',
    'pauses',
    { workMs: (frame) => ([-90, -80, -10, 0, 110].includes(frame) ? 220 + frame : 2), ends: 150 },
    /paused 5 times/,
  ),
  fault(
    'needs 20 ms for a frame',
    'too-slow',
    { workMs: () => 20 },
    /came later and later: by .* needs about 20 ms for a frame/,
  ),
  fault(
    'answers every second frame',
    'skipped-frames',
    { answers: (frame) => (frame % 2 === 0 ? answerAhead(frame) : []), ends: 0 },
    /about 3\d in a second, and none ever/,
  ),
  fault(
    'is called five times in a second',
    'skipped-frames',
    { answers: (frame) => (frame % 12 === 0 ? answerAhead(frame) : []), ends: 0 },
    /about [56] in a second/,
  ),
  fault(
    'collects the pads of six frames and sends them together',
    'batches',
    {
      answers: (frame) => (frame % 6 === 0 ? [0, 1, 2, 3, 4, 5].map((back) => padBytes(frame + 3 - back)) : []),
    },
    /in groups, mostly of 6/,
    /every 100 ms/,
  ),
  fault(
    'stops answering in the middle of the game',
    'stopped',
    { answers: (frame) => (frame < 40 ? answerAhead(frame) : []), ends: 400 },
    /After frame 39 the bot sent nothing more for 5\.\d s.*socket stayed open/,
  ),
  fault(
    'closes its socket with an error, and refuses another',
    'socket-closed',
    {
      does: (frame, socket) => frame === 30 && socket.close(1011, 'index out of range'),
      options: { refuse: (attempt) => (attempt > 0 ? 503 : null) },
      ends: 400,
    },
    /closed the socket at frame 3\d \(code 1011, “index out of range”\)/,
    /thrown an error/,
  ),
  fault(
    'loses its connection for good',
    'socket-cut',
    {
      does: (frame, socket) => frame === 30 && socket.terminate(),
      options: { refuse: (attempt) => (attempt > 0 ? 502 : null) },
    },
    /lost the connection without a close frame at frame 3\d/,
  ),
  fault(
    'sends a message of 5 KiB, again on every socket',
    'flood',
    {
      does: (frame, socket) => frame >= 30 && socket.send(Buffer.alloc(5 * 1024)),
      options: { refuse: (attempt) => (attempt > 0 ? 502 : null) },
    },
    /a message of more than 4 KiB at frame 3\d/,
  ),
  fault(
    'floods the arena with pads',
    'flood',
    {
      does: async (frame, socket) => {
        if (frame !== 30) return
        for (let i = 0; i < 1200; i++) socket.send(padBytes(frame))
      },
      options: { refuse: (attempt) => (attempt > 0 ? 502 : null) },
    },
    /more than 1,000 messages in a second/,
  ),
  fault(
    'is late now and then',
    'jitter',
    { roundTripMs: 24, workMs: (frame) => ([3, 20, 31, 55].includes(frame) ? 32 : 2) },
    /missed without a pattern, by up to \d/,
  ),
  fault(
    'is in time for an arena that is not',
    'arena-late',
    { roundTripMs: 40, stepMs: (frame) => (frame % 10 === 0 ? 62 : 0.5) },
    /The arena was late itself/,
    /not the bot’s doing/,
  ),
]

describe('the receipt of a bot that', () => {
  test.concurrent.each(FAULTS)('%s says: %s', async (_name, code, { bot, says, advice }) => {
    const staged = await stageMatch(bot)
    expect(staged.codes).toEqual([code])
    expect(staged.says).toMatch(says)
    expect(staged.advice).toMatch(advice)
  })
})

test('of the pads that fell into the time of a late arena, one that is late in both ways counts once', async () => {
  // Whenever the arena stands still, the bot is silent right afterwards, while polls follow one another quickly.
  const isStill = (frame: number): boolean => frame % 20 === 0
  const { facts, says } = await stageMatch({
    roundTripMs: 20,
    stepMs: (frame) => (isStill(frame) ? 130 : 0.5),
    workMs: (frame) => (isStill(frame) ? 34 : 2),
  })
  const [, fell, missed] = /([\d,]+) pads of ([\d,]+) missed ones fell into that time/.exec(says) ?? []
  expect([Number(fell), Number(missed)]).toEqual([facts.pads.missed, facts.pads.missed])
})

test.each([
  ['nobody listens', 'http://127.0.0.1:1', 'upgrade: connection refused', /Nothing listens/],
  ['its host has no address', 'http://bot.invalid', 'resolve:', /name of the host/],
])(
  'a bot that is never reached, because %s: the receipt has the dials and the reason',
  async (_why, url, failure, advice) => {
    // A third dial would begin after the deadline, so that the deadline cuts none short.
    const timing = { dialMs: 1000, redialMinMs: 400 }
    const resolve = () => Promise.resolve([])
    await using table = await Table.open({ clock: new ManualClock(), timing, resolve })
    const staged = concluded(await table.play([url, await table.bot()]))
    expect(staged.codes).toEqual(['never-connected'])
    expect(staged.says).toContain(failure)
    expect(staged.advice).toMatch(advice)
    expect(staged.facts.link).toMatchObject({ connectionCount: 0, pick: null, heard: false })
    expect(staged.facts.link.failedDials).toHaveLength(2)
    expect(staged.facts.arena).toBeNull()
  },
)
