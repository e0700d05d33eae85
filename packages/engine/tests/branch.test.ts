/** Games that go on from a frame of a replay (`branch.ts`). */
import { ColumnReader, FIRST_FRAME, readReplay, writeReplay } from '@arena/slp'
import { expect, test } from 'vitest'
import { Branch, BranchError } from '../src/branch.ts'
import { loadFighters } from '../src/index.ts'
import { RandomPads } from './random-pads.ts'
import { numberedGame } from './replay-hash.ts'
import { NEUTRAL } from './scene.ts'

const FRAMES = 900
const ZELDA_AND_SHEIK = 18 + 26 * 19
const ICE_CLIMBERS_AND_FALCON = 14
/** Items with draws of their own, a follower, a transformation, a stage with moving floors, one with wind. */
const NUMBERS = [436, ICE_CLIMBERS_AND_FALCON, ZELDA_AND_SHEIK, 585, 87]

const seedOf = (number: number) => Uint8Array.from({ length: 32 }, (_, i) => (number * 37 + i * 11) & 255)

interface Recording {
  readonly reader: ColumnReader
  readonly stream: Buffer
  readonly seed: Uint8Array
}

async function record(number: number, frames = FRAMES): Promise<Recording> {
  await loadFighters([number % 26, Math.floor(number / 26) % 26])
  const game = numberedGame(number)
  const pads = [new RandomPads(number * 2 + 1), new RandomPads(number * 2 + 2)] as const
  const messages = [game.start().slice()]
  while (messages.length <= frames && !game.ending) {
    messages.push(game.step(pads[0].next(), pads[1].next()).slice())
  }
  messages.push(game.end(game.ending ? { kind: 'natural' } : { kind: 'aborted' }).slice())
  const stream = Buffer.concat(messages)
  return { reader: readerOf(writeReplay(stream, {})), stream, seed: seedOf(number) }
}

function readerOf(bytes: Uint8Array): ColumnReader {
  const reader = new ColumnReader()
  reader.push(bytes)
  return reader
}

/** The stream of the branch to the end of its recording, with both recorded pads. */
function playOn(branch: Branch, luck?: Uint8Array): Buffer {
  const game = branch.begin(luck)
  const messages: Uint8Array[] = [branch.stream]
  while (game.frame < branch.lastFrame && !game.ending) {
    const next = game.frame + 1
    messages.push(game.step(branch.padOf(0, next)!, branch.padOf(1, next)!).slice())
  }
  messages.push(game.end(branch.cause!).slice())
  return Buffer.concat(messages)
}

test.each(NUMBERS)(
  'match %i goes on byte for byte as it did, from any frame, with both recorded pads',
  async (number) => {
    const { reader, stream, seed } = await record(number)
    const last = reader.columns.lastFrame
    for (const share of [0, 0.13, 0.5, 0.71, 1]) {
      const frame = Math.floor(FIRST_FRAME + share * (last - 1 - FIRST_FRAME))
      const branch = await Branch.open(reader, frame, { seed })
      expect(branch.stream.length).toBeLessThan(stream.length)
      expect(playOn(branch).equals(stream)).toBe(true)
      // A branch begins as often as one likes.
      expect(playOn(branch).equals(stream)).toBe(true)
    }
  },
)

test('a branch draws as the match drew past the end of its recording too, where the match’s seed is known', async () => {
  const number = NUMBERS[0]!
  const { stream, seed } = await record(number, 600)
  const cut = readerOf(writeReplay((await record(number, 300)).stream, {}))
  const branch = await Branch.open(cut, 100, { seed })
  const whole = readerOf(writeReplay(stream, {}))
  const original = await Branch.open(whole, 100)
  const game = branch.begin()
  const messages: Uint8Array[] = [branch.stream]
  while (game.frame < whole.columns.lastFrame) {
    const next = game.frame + 1
    messages.push(game.step(original.padOf(0, next)!, original.padOf(1, next)!).slice())
  }
  const played = Buffer.concat(messages)
  expect(played.equals(stream.subarray(0, played.length))).toBe(true)
})

test('luck of its own changes what a branch draws after the branch point, and nothing before it', async () => {
  const { reader, stream } = await record(NUMBERS[0]!)
  const branch = await Branch.open(reader, 50)
  const other = playOn(branch, new Uint8Array(32).fill(1))
  expect(other.subarray(0, branch.stream.length).equals(stream.subarray(0, branch.stream.length))).toBe(true)
  expect(other.equals(stream)).toBe(false)
  expect(playOn(branch, new Uint8Array(32).fill(1)).equals(other)).toBe(true)
})

test('the file of a branch opens as any replay, and its metadata counts the frames of both parts', async () => {
  const { reader } = await record(ZELDA_AND_SHEIK)
  const branch = await Branch.open(reader, 200)
  const game = branch.begin()
  const metadata = branch.metadata(['one', 'two'])
  const messages: Uint8Array[] = [branch.stream]
  for (let i = 0; i < 60; i++) {
    messages.push(game.step({ ...NEUTRAL }, { ...NEUTRAL }).slice())
    metadata.frame(game.frame, game.players[0].character, game.players[1].character)
  }
  messages.push(game.end({ kind: 'aborted' }).slice())
  const file = writeReplay(Buffer.concat(messages), metadata.build(0))
  const replay = readReplay(file)
  expect(replay.metadata?.lastFrame).toBe(260)
  const counted = Object.values(replay.metadata!.players![0]!.characters!).reduce((sum, frames) => sum + frames, 0)
  expect(counted).toBe(260 - FIRST_FRAME + 1)
})

test('a recording says pads on its own frames only', async () => {
  const { reader } = await record(NUMBERS[0]!, 200)
  const branch = await Branch.open(reader, 0)
  expect(branch.padOf(0, FIRST_FRAME - 1)).toBeNull()
  expect(branch.padOf(0, branch.lastFrame)).not.toBeNull()
  expect(branch.padOf(0, branch.lastFrame + 1)).toBeNull()
})

test.each([
  ['a frame that the replay lacks', (last: number) => last + 1],
  ['its last frame, after which nothing is played', (last: number) => last],
  ['a frame before the first', () => FIRST_FRAME - 1],
  ['half a frame', () => 0.5],
])('a game does not go on from %s, and the message says from where it does', async (_, of) => {
  const { reader } = await record(NUMBERS[0]!, 200)
  const last = reader.columns.lastFrame
  await expect(Branch.open(reader, of(last))).rejects.toThrow(
    new BranchError(
      `A game goes on from a frame between ${FIRST_FRAME} and ${last - 1} of this replay, not from ${of(last)}.`,
    ),
  )
})

test('a replay that this engine plays otherwise has no branch, and the message says where it differs', async () => {
  const { stream } = await record(NUMBERS[0]!, 300)
  const changed = Buffer.from(stream)
  const { columns } = readerOf(writeReplay(stream, {}))
  changed[columns.fighter(0)!.at.postAt[50 - FIRST_FRAME]! + 0x16]! ^= 0x15
  const reader = readerOf(writeReplay(changed, {}))
  await expect(Branch.open(reader, 100)).rejects.toThrow(/^This engine plays the match otherwise.* frame 50/)
  // What comes before is exact.
  await expect(Branch.open(reader, 40)).resolves.toBeInstanceOf(Branch)
})

test('a recording of another game has no branch', async () => {
  const { stream } = await record(NUMBERS[0]!, 200)
  const foreign = Buffer.from(stream)
  // The minor number of its version, behind the sizes of Event Payloads.
  foreign[1 + foreign[1]! + 2]! ^= 1
  await expect(Branch.open(readerOf(writeReplay(foreign, {})), 10)).rejects.toThrow(BranchError)
  await expect(Branch.open(new ColumnReader(), 10)).rejects.toThrow('The replay has no Game Start.')
})
