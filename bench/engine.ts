/**
 * Frames per second of the engine alone, beside writing and parsing the same events.
 * Run: npx tsx --conditions=source bench/engine.ts
 */
import { cpus, totalmem } from 'node:os'
import { EventReader, EventWriter } from '@arena/slp'
import { RandomPads } from '../packages/engine/tests/random-pads.ts'
import { numberedGame } from '../packages/engine/tests/replay-hash.ts'

/** Numbered matches to play, one per stage, with twelve different characters. */
const MATCHES = [5, 82, 189, 296, 403, 510]
const FRAMES = 5000
const ROUNDS = 7

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function playAll(take: (bytes: Uint8Array) => void): number {
  let frames = 0
  for (const number of MATCHES) {
    const game = numberedGame(number)
    const first = new RandomPads(number)
    const second = new RandomPads(number + 1)
    take(game.start())
    for (let i = 0; i < FRAMES && !game.ending; i++) {
      take(game.step(first.next(), second.next()))
      frames++
    }
  }
  return frames
}

const chunks: Uint8Array[] = []
const frames = playAll((bytes) => chunks.push(bytes.slice()))
const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)

/** The records of the recorded streams, in order, each a copy to be written again. */
const records: { name: string; record: never }[] = []
new EventReader((event) => records.push({ name: event.name, record: { ...event.record } as never })).push(
  Buffer.concat(chunks.slice(0, FRAMES)),
)
const writer = new EventWriter() as unknown as Record<string, (record: never) => void> & EventWriter
const written = records.filter(({ name }) => name in writer)
const writtenFrames = written.filter(({ name }) => name === 'frameBookend').length

const runs: Record<string, { run: () => void; frames: number }> = {
  'play (engine and its events)': { run: () => void playAll(() => {}), frames },
  'parse the same events': {
    run: () => {
      let events = 0
      const reader = new EventReader(() => events++)
      for (const chunk of chunks.slice(0, FRAMES)) reader.push(chunk)
    },
    frames: writtenFrames,
  },
  'write the same events': {
    run: () => {
      writer.reset()
      for (const { name, record } of written) {
        if (name === 'frameStart') writer.reset()
        writer[name]!(record)
      }
    },
    frames: writtenFrames,
  },
}

const [cpu] = cpus()
console.log(`${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`)
console.log(`Node ${process.version}, ${process.platform}-${process.arch}, ${new Date().toISOString()}`)
console.log(
  `${MATCHES.length} matches, ${frames} frames, ${(bytes / frames).toFixed(0)} bytes a frame, median of ${ROUNDS}`,
)
for (const [name, { run, frames: count }] of Object.entries(runs)) {
  run()
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now()
    run()
    return performance.now() - startedAt
  })
  const perFrame = (median(times) * 1000) / count
  const realTimes = 1e6 / perFrame / 60
  console.log(`${name}: ${perFrame.toFixed(2)} us a frame, ${realTimes.toFixed(0)} times real time`)
}
