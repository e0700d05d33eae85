/** What the archive keeps of a match is the match: played again, it gives the bytes of its replay. */
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { playAgain, type KeptMatch } from '@arena/engine/play-again'
import { dayFileOf, findArchived, writeDay, type ArchivedMatch } from '@arena/protocol/archive'
import { decodePadColumns } from '@arena/protocol/pad-columns'
import { ENGINE_REVISION } from '@arena/engine/revision'
import { readReplay } from '@arena/slp'
import { expect, test } from 'vitest'
import { builtInEngine } from '../src/engine/engine-process.ts'
import { keptMatchOf, playOn } from '../src/engine/play-again.ts'
import type { EndCause, MatchResult } from '../src/order.ts'
import { padBytes, Table, type BotOptions, type PadInput } from './play-kit.ts'

const SEED = '5f'.repeat(32)
const NAMES = ['Bot 0', 'Bot 1'] as const
const ARCHIVED_ID = 'match_01k9y40r6yes3v1c5hzq8p2n7t'
const picks = (character: number, costume: number) => ({
  pick: () => JSON.stringify({ id: 0, action: { character, costume } }),
})

/** Presses and pushes something else every few frames, and leaves two frames out. */
const busy = (frame: number): PadInput | null => {
  if (frame === -40 || frame === 60) return null
  const buttons = [0, 0x100, 0x200, 0x400, 0x10][Math.abs(frame >> 3) % 5]!
  return { buttons, stickX: (frame * 37) & 0xff, r: frame % 31 === 0 ? 140 : 0 }
}
/** Jumps where it stands, for ever. */
const staying = (frame: number): PadInput => ({ buttons: frame % 60 < 3 ? 0x400 : 0 })
/** Nothing more after a frame. */
const until =
  (last: number) =>
  (frame: number): PadInput | null =>
    frame > last ? null : busy(frame)
/** Walks off the stage. */
const walking = (): PadInput => ({ stickX: 255 })

interface Played {
  readonly cause: EndCause
  readonly status?: 'completed' | 'aborted'
  readonly bots: readonly [BotOptions, BotOptions]
  /** The match is broken off after this frame. */
  readonly abortAt?: number
}

test.concurrent.each<Played>([
  {
    cause: 'stocks',
    bots: [
      { ...picks(2, 1), input: busy },
      { ...picks(9, 0), input: walking },
    ],
  },
  {
    cause: 'stocks',
    bots: [
      { ...picks(19, 2), input: walking },
      { ...picks(14, 1), input: busy },
    ],
  },
  {
    cause: 'time',
    bots: [
      { ...picks(2, 0), input: staying },
      { ...picks(20, 0), input: staying },
    ],
  },
  {
    cause: 'forfeit',
    bots: [
      { ...picks(2, 0), input: until(200) },
      { ...picks(2, 0), input: staying },
    ],
  },
  {
    cause: 'forfeit',
    bots: [
      { ...picks(2, 0), input: staying },
      { ...picks(2, 0), input: until(-100) },
    ],
  },
  { cause: 'double-forfeit', bots: [{ input: until(30) }, { input: until(30) }] },
  { cause: 'operator', status: 'aborted', abortAt: 100, bots: [{ input: busy }, { input: staying }] },
])(
  'a match that ends by $cause is played again from its pads, byte for byte',
  async ({ cause, status = 'completed', bots, abortAt }) => {
    await using table = await Table.open({ engine: builtInEngine('fast') })
    const [first, second] = bots
    let matchId = ''
    const seated = [
      await table.bot({
        ...first,
        received: (_, message) => {
          if (message[0] === 0x3a && message.readInt32BE(1) === abortAt) table.abort(matchId, 'operator')
        },
      }),
      await table.bot(second),
    ] as const
    matchId = table.seat(seated)
    const result = await table.result(matchId)
    expect(result).toMatchObject({ cause, status, engine: ENGINE_REVISION })

    const stored = await table.replay(matchId)
    expect(result.replaySha256).toBe(createHash('sha256').update(stored).digest('hex'))
    const { packed, sha256, count } = result.landed!
    const { frames, ports } = decodePadColumns(inflateSync(packed))
    expect(frames).toBe(readReplay(stored).metadata!.lastFrame! + 124)
    for (const port of [0, 1] as const) {
      const { pads, missed } = ports[port]
      expect(sha256[port]).toBe(createHash('sha256').update(pads).digest('hex'))
      expect(count[port]).toBe(frames - missed.reduce((sum, run) => sum + run.count, 0))
    }
    const archived = await archivedAndBack(result)
    expect(Buffer.from(await playAgain(keptMatchOf(archived))).equals(stored)).toBe(true)
    // An engine of any revision is asked so.
    expect(Buffer.from(await playOn(builtInEngine('fast'), keptMatchOf(archived))).equals(stored)).toBe(true)
  },
)

/** What the day file of its day says of a match. */
async function archivedAndBack(result: MatchResult): Promise<ArchivedMatch> {
  const { stage, players, frames, endReason, winner } = result.summary!
  const port = (at: 0 | 1): ArchivedMatch['ports'][0] => ({
    botId: `bot_01k9y3x5q7f0ktn2b8s4v6w9e${at}`,
    name: NAMES[at],
    character: players[at].character,
    costume: players[at].costume,
    pads: { landed: result.landed!.count[at], sha256: result.landed!.sha256[at] },
  })
  const file = writeDay('2026-11-24', [
    {
      matchId: ARCHIVED_ID,
      day: '2026-11-24',
      number: 1,
      startedAt: result.startAt!,
      endedAt: result.startAt!,
      build: 'test',
      engine: result.engine ?? null,
      seed: SEED,
      stage,
      ports: [port(0), port(1)],
      replay: { bytes: result.replayBytes!, sha256: result.replaySha256! },
      end:
        endReason === 'engine'
          ? { status: 'aborted', cause: result.cause }
          : { status: 'completed', reason: endReason },
      result:
        endReason === 'engine'
          ? null
          : { winner, frames, stocks: [0, 0], percent: [0, 0], score: [0, 0], placement: [1, 1] },
      game: { startAt: result.startAt!, pads: result.landed!.packed },
    },
  ])
  return (await findArchived(dayFileOf(file), ARCHIVED_ID))!
}

test('an engine that dies, or is stopped, plays nothing again', async () => {
  const kept: KeptMatch = {
    settings: {
      seed: Buffer.from(SEED, 'hex'),
      stage: 31,
      players: [
        { character: 2, costume: 0, name: '' },
        { character: 2, costume: 0, name: '' },
      ],
    },
    frames: 1000,
    pads: [
      { missed: [{ frame: -123, count: 1000 }], pads: new Uint8Array(0) },
      { missed: [{ frame: -123, count: 1000 }], pads: new Uint8Array(0) },
    ],
    end: { kind: 'aborted' },
    startAt: '2026-11-24T10:00:09.001Z',
    engine: null,
  }
  await expect(playOn([process.execPath, '-e', ''], kept)).rejects.toMatchObject({ failure: 'exit' })
  const stopping = new AbortController()
  const played = playOn(builtInEngine('fast'), kept, stopping.signal)
  stopping.abort()
  await expect(played).rejects.toMatchObject({ failure: 'stopped' })
  // A game that is not decided has no natural end.
  await expect(playOn(builtInEngine('fast'), { ...kept, end: { kind: 'natural' } })).rejects.toMatchObject({
    failure: 'failed',
  })
})

test('the pads of a bot whose every pad lands are those that it sent', async () => {
  await using table = await Table.open({ engine: builtInEngine('fast') })
  const sent = createHash('sha256')
  let last = -124
  const input = (frame: number): PadInput => ({ ...staying(frame), stickY: frame & 0xff })
  const result = await table.play([await table.bot({ input }), await table.bot({ input: walking })])
  last = readReplay(await table.replay(result.matchId)).metadata!.lastFrame!
  for (let frame = -123; frame <= last; frame++) sent.update(padBytes(frame, input(frame)))
  expect(result.landed).toMatchObject({
    count: [last + 124, last + 124],
    sha256: [sent.digest('hex'), expect.any(String)],
  })
})
