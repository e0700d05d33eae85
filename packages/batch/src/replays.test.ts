/** What players of recordings did, in whatever format. */
import { Game, loadFighters } from '@arena/engine'
import { collectFrames, EventReader, writeReplay, type PreFrame, type SlpEvent } from '@arena/slp'
import { expect, test } from 'vitest'
import { foreignGame, FOX } from '../../slp/tests/foreign-game.ts'
import { inFormat } from '../../slp/tests/formats.ts'
import { newPad } from './pads.ts'
import { originAt, padsOf, readRecording } from './replays.ts'

/** Sticks in all directions, held as far as they go and further. */
const TILTS = Array.from({ length: 36 }, (_, i) => {
  const angle = (i * Math.PI) / 18
  const range = i % 3 === 0 ? 127 : i % 3 === 1 ? 100 : 60
  return { stickX: 128 + Math.round(range * Math.cos(angle)), stickY: 128 + Math.round(range * Math.sin(angle)) }
})

/** A game of the engine in which player 0 tilts its stick so. */
async function game(): Promise<Uint8Array> {
  await loadFighters([2])
  const player = { character: 2, costume: 0, name: '' }
  const played = new Game({ seed: new Uint8Array(32), stage: 31, players: [player, player] })
  const messages = [played.start().slice()]
  for (const tilt of TILTS) {
    const cstick = { cstickX: tilt.stickX, cstickY: tilt.stickY }
    messages.push(played.step({ ...newPad(), ...tilt, ...cstick }, newPad()).slice())
  }
  messages.push(played.end({ kind: 'aborted' }).slice())
  return Buffer.concat(messages)
}

const presOf = (raw: Uint8Array): PreFrame[] => {
  const events: SlpEvent[] = []
  new EventReader((event) => events.push(event)).push(raw)
  return collectFrames(events).map(({ players }) => players[0]!.pre!)
}

test.each(['0.1.0', '1.2.0', '3.14.0', '3.15.0', '3.17.0'])(
  'pads of format %s read in the game as they did',
  async (format) => {
    const raw = await game()
    const recording = readRecording(writeReplay(inFormat(raw, format), {}))
    const player = { character: 2, costume: 0, name: '' }
    const again = new Game({ seed: new Uint8Array(32), stage: 31, players: [player, player] })
    const messages = [again.start().slice()]
    for (const frame of recording.frames) messages.push(again.step(...padsOf(frame, recording)).slice())
    const [played, replayed] = [presOf(raw), presOf(Buffer.concat(messages))]
    // A value that the format does not hold comes out within a step of the stick.
    for (const field of ['joystickX', 'joystickY', 'cStickX', 'cStickY'] as const) {
      const worst = Math.max(...played.map((pre, i) => Math.abs(pre[field] - replayed[i]![field])))
      expect(worst, field).toBeLessThan(2.5 / 80)
    }
  },
)

test('a recording without Frame Start has its seeds, and a lane can begin in it', async () => {
  const raw = await game()
  const recording = readRecording(writeReplay(inFormat(raw, '2.0.0'), {}))
  expect(recording.frames).toHaveLength(TILTS.length)
  const origin = await originAt(recording, -100)
  expect(origin.frame).toBe(-100)
})

test('a player index that no port has is nobody’s pad', () => {
  const raw = foreignGame({
    frames: 1,
    fighters: [0, 1].map((port) => ({ ...FOX, port })),
    pre: (_, { port }) => (port === 1 ? { playerIndex: 4, rawJoystickX: 80 } : { rawJoystickX: 40 }),
  })
  const recording = readRecording(writeReplay(raw, {}))
  expect(padsOf(recording.frames[0]!, recording).map(({ stickX }) => stickX)).toEqual([168, 128])
})

test('a trigger that is no number is not pressed', () => {
  const raw = foreignGame({
    frames: 1,
    fighters: [0, 1].map((port) => ({ ...FOX, port })),
    pre: () => ({ physicalLTrigger: Number.NaN, physicalRTrigger: 1 }),
  })
  const recording = readRecording(writeReplay(raw, {}))
  expect(padsOf(recording.frames[0]!, recording)[0]).toMatchObject({ l: 0, r: 140 })
})
