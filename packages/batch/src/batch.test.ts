/** A batch plays the engine's own games, whichever lanes share their objects. */
import { FIRST_FRAME, readReplay } from '@arena/slp'
import { Game } from '@arena/engine'
import { FrameSeeds } from '@arena/engine/seed'
import { describe, expect, test } from 'vitest'
import { RandomPads } from '../../engine/tests/random-pads.ts'
import { Batch, HEADER_BYTES } from './batch.ts'
import { GAMESTATE, INPUT, INPUT_PLAYER_BYTES, PLAYER, TERMINAL } from './layout.ts'
import { writePad } from './pads.ts'
import { writeLane } from './replays.ts'
import { readSettings, type LaneSettings } from './settings.ts'

const FRAMES = 600

function settings(lane: number, more: object = {}): LaneSettings {
  const player = (character: number) => ({ character, costume: 0, name: `bot ${character}`, house: null })
  return readSettings({
    seed: Buffer.from(Uint8Array.from({ length: 32 }, (_, i) => lane * 7 + i)).toString('hex'),
    // Two kinds of lanes, which take turns.
    stage: lane % 2 === 0 ? 2 : 8,
    players: [player(14), player(lane % 2 === 0 ? 16 : 12)],
    maxFrame: -1,
    viewpoint: 0,
    delay: 0,
    ...more,
  })
}

async function started(lanes: number, more: object = {}): Promise<Batch> {
  const batch = new Batch(lanes, true)
  for (let lane = 0; lane < lanes; lane++) await batch.configure(lane, settings(lane, more))
  await batch.reset(Array.from({ length: lanes }, (_, lane) => lane))
  return batch
}

/** Inputs of `lanes` lanes: a lane's are the same in every batch. */
function inputs(lanes: number, frames: number): Uint8Array {
  const bytes = new Uint8Array(frames * lanes * INPUT.bytes)
  for (let lane = 0; lane < lanes; lane++) {
    for (const port of [0, 1]) {
      const pads = new RandomPads(2 * lane + port)
      for (let frame = 0; frame < frames; frame++) {
        writePad(pads.next(), bytes, (frame * lanes + lane) * INPUT.bytes + port * INPUT_PLAYER_BYTES)
      }
    }
  }
  return bytes
}

const named = (name: string) => ({ character: 2, costume: 0, name, house: null })

const everyone = (lanes: number) => new Uint8Array(lanes).fill(1)

/** The stream of a lane's game, played by a game of its own. */
function streamOf(lane: number): Buffer {
  const { seed, stage, players } = settings(lane)
  const [first, second] = players
  const game = new Game({ seed, stage, players: [first, second] })
  const pads = [new RandomPads(2 * lane), new RandomPads(2 * lane + 1)] as const
  const messages = [game.start().slice()]
  for (let frame = 0; frame < FRAMES; frame++) messages.push(game.step(pads[0].next(), pads[1].next()).slice())
  messages.push(game.end({ kind: 'aborted' }).slice())
  return Buffer.concat(messages)
}

test('the game of each lane is written byte for byte as a game of its own', async () => {
  const batch = await started(4)
  batch.step(FRAMES, true, inputs(4, FRAMES), everyone(4))
  for (const lane of [0, 1, 2, 3]) {
    const { raw } = readReplay(writeLane(batch.lane(lane), 0))
    expect(Buffer.compare(Buffer.from(raw), streamOf(lane)), `lane ${lane}`).toBe(0)
  }
})

test('lanes are played alike one frame at a time and many', async () => {
  const [one, many] = [await started(4), await started(4)]
  const all = inputs(4, FRAMES)
  const row = 4 * INPUT.bytes
  for (let frame = 0; frame < FRAMES; frame++) {
    one.step(1, false, all.subarray(frame * row, (frame + 1) * row), everyone(4))
  }
  many.step(FRAMES, false, all, everyone(4))
  const hashes = (batch: Batch) => [0, 1, 2, 3].map((lane) => batch.hash(lane))
  expect(hashes(one)).toEqual(hashes(many))
  expect(one.save(2)).toEqual(many.save(2))
})

test('a lane that is held shows its state again', async () => {
  const batch = await started(2)
  const mask = Uint8Array.of(1, 0)
  const { bytes } = batch.step(5, true, inputs(2, 5), mask)
  const at = HEADER_BYTES + 2 * TERMINAL.bytes
  const view = new DataView(bytes.buffer)
  expect([view.getInt32(at, true), view.getInt32(at + GAMESTATE.bytes, true)]).toEqual([
    FIRST_FRAME + 4,
    FIRST_FRAME - 1,
  ])
})

test('the first slot is that of the viewpoint', async () => {
  const batch = await started(1, { viewpoint: 1 })
  const { bytes } = batch.step(1, true, inputs(1, 1), everyone(1))
  const slots = HEADER_BYTES + TERMINAL.bytes + GAMESTATE.at.slots
  const source = (slot: number) => bytes[slots + slot * PLAYER.bytes + PLAYER.at.source_player]
  expect([source(0), source(1), source(2)]).toEqual([1, 0, 255])
})

test('a house bot plays the port that it is given, and its inputs are in the game', async () => {
  const { players } = settings(0)
  const batch = await started(1, { players: [{ ...players[0], house: 'walker' }, players[1]] })
  batch.step(FRAMES, true, new Uint8Array(FRAMES * INPUT.bytes), everyone(1))
  const { events } = readReplay(writeLane(batch.lane(0), 0))
  const moved = [0, 1].map((port) =>
    events.some(
      (event) => event.name === 'preFrame' && event.record.playerIndex === port && event.record.rawJoystickX !== 0,
    ),
  )
  expect(moved).toEqual([true, false])
})

test('seeds are drawn from the match seed, as on the ladder', async () => {
  const batch = await started(1)
  const { bytes } = batch.step(1, true, inputs(1, 1), everyone(1))
  const at = HEADER_BYTES + TERMINAL.bytes + GAMESTATE.at.frame_pre_random_seed
  expect(new DataView(bytes.buffer).getUint32(at, true)).toBe(new FrameSeeds(settings(0).seed).at(FIRST_FRAME) >>> 0)
})

test('a name has the 31 bytes in Shift-JIS of Game Start, the closing zero included', async () => {
  // 45 bytes in UTF-8.
  const names = ['カタカナのなまえはじゅうごもじ', 'x'.repeat(30)] as const
  const batch = await started(1, { players: names.map(named) })
  const { gameStart } = readReplay(writeLane(batch.lane(0), 0))
  expect(gameStart.players.slice(0, 2).map(({ displayName }) => displayName)).toEqual(names)
})

describe('what is refused in words', () => {
  test.for([
    [{ seed: 'x' }, 'seed'],
    [{ stage: 4 }, 'there is no stage 4'],
    [{ players: [] }, 'two players'],
    [{ delay: 31 }, 'delay is a whole number from 0 to 30'],
    [{ viewpoint: 2 }, 'viewpoint'],
    [{ maxFrame: 1.5 }, 'max_frame'],
    [{ players: [named('x'.repeat(31)), named('')] }, 'at most 30 bytes in Shift-JIS'],
    [{ players: [named('ア'.repeat(16)), named('')] }, 'at most 30 bytes in Shift-JIS'],
  ] as const)('settings with %j', ([more, words]) => {
    expect(() => settings(0, more)).toThrow(words)
  })

  test('a step before the first reset', async () => {
    const batch = new Batch(2, false)
    await batch.configure(0, settings(0))
    await batch.reset([0])
    expect(() => batch.step(1, true, inputs(2, 1), everyone(2))).toThrow('lane 1 was not reset yet')
  })

  test('a lane that there is not', async () => {
    const batch = await started(1)
    expect(() => batch.hash(1)).toThrow('there is no lane 1')
  })

  test('a save with a byte more, or of another engine', async () => {
    const batch = await started(1)
    const saved = batch.save(0)
    await expect(batch.restore(0, Buffer.concat([saved, Buffer.of(0)]))).rejects.toThrow('another length')
    await expect(batch.restore(0, saved.subarray(1))).rejects.toThrow('no save of this engine')
  })
})
