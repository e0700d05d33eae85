/**
 * Frames per second of the engine alone, cold and warm, of one game after the other and of many at the same time, beside writing and
 * parsing the same events, what a frame allocates and what a game takes of the heap. Times are processor times, which other work on the machine changes little.
 *
 *   npx tsx --conditions=source bench/engine.ts
 */
import { Session, type Profiler } from 'node:inspector'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { EventReader, EventWriter } from '@arena/slp'
import { type Game, loadAllFighters } from '../packages/engine/src/index.ts'
import { FIRING, RandomPads } from '../packages/engine/tests/random-pads.ts'
import { numberedGame, PROJECTILE_MATCHES } from '../packages/engine/tests/replay-hash.ts'
import { newScript } from '../scripts/command-line.ts'
import { thisMachine } from './this-machine.ts'

/** Numbered matches to play, one per stage, with twelve different characters. */
const MATCHES = [5, 82, 189, 296, 403, 510]
const FRAMES = 5000
/** The first byte of a match's first message. */
const EVENT_PAYLOADS = 0x35
const ROUNDS = 7
/** Games at the same time. */
const LANES = 64

const { profile: isProfiled } = newScript(
  'npx tsx --conditions=source bench/engine.ts',
  'Measures frames per second of the engine, cold and warm, and what a frame allocates.',
)
  .option('--profile', 'lists the functions that take most of the warm play')
  .parse()
  .opts()

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** Processor time of this process so far, in microseconds. */
function cpuUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function playAll(take: (bytes: Uint8Array) => void, firing = false): number {
  let frames = 0
  const habits = firing ? FIRING : undefined
  for (const number of firing ? PROJECTILE_MATCHES : MATCHES) {
    const game = numberedGame(number)
    const first = new RandomPads(number, habits)
    const second = new RandomPads(number + 1, habits)
    take(game.start())
    for (let i = 0; i < FRAMES && !game.ending; i++) {
      take(game.step(first.next(), second.next()))
      frames++
    }
  }
  return frames
}

/** A game that begins anew when it is over. */
class Lane {
  readonly #number: number
  readonly #pads: readonly [RandomPads, RandomPads]
  #game: Game

  constructor(index: number) {
    this.#number = MATCHES[index % MATCHES.length]!
    this.#pads = [new RandomPads(2 * index), new RandomPads(2 * index + 1)]
    this.#game = numberedGame(this.#number)
  }

  step(): void {
    if (this.#game.ending) this.#game = numberedGame(this.#number)
    this.#game.step(this.#pads[0].next(), this.#pads[1].next())
  }
}

/** Bytes in use after garbage was collected, those of array buffers included. */
function usedBytes(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
await loadAllFighters()
const coldAt = cpuUs()
const coldFrames = playAll(() => {})
const coldUs = (cpuUs() - coldAt) / coldFrames

const chunks: Uint8Array[] = []
const frames = playAll((bytes) => chunks.push(bytes.slice()))
/** A stream is one match's: here the first's. */
const stream = chunks.slice(
  0,
  chunks.findIndex((chunk, i) => i > 0 && chunk[0] === EVENT_PAYLOADS),
)
// Before the runs below: the records that they copy have shapes of their own, for which V8 compiles the writers anew.
for (let round = 0; round < ROUNDS; round++) playAll(() => {})
const allocated = bytesAFrame()
const playProjectiles = (take: (bytes: Uint8Array) => void) => playAll(take, true)
let itemUpdates = 0
let projectileReader: EventReader
const projectileFrames = playProjectiles((bytes) => {
  if (bytes[0] === EVENT_PAYLOADS)
    projectileReader = new EventReader(({ name }) => (itemUpdates += Number(name === 'itemUpdate')))
  projectileReader.push(bytes)
})
const usedBefore = usedBytes()
const lanes = Array.from({ length: LANES }, (_, index) => new Lane(index))
const bytesAGame = (usedBytes() - usedBefore) / LANES
const laneFrames = Math.ceil(frames / LANES)
function playLanes(): void {
  for (let frame = 0; frame < laneFrames; frame++) for (const lane of lanes) lane.step()
}
const streamBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)

/** The records of the recorded streams, in order, each a copy to be written again. */
const records: { name: string; record: never }[] = []
new EventReader((event) => records.push({ name: event.name, record: { ...event.record } as never })).push(
  Buffer.concat(stream),
)
const writer = new EventWriter() as unknown as Record<string, (record: never) => void> & EventWriter
const written = records.filter(({ name }) => name in writer)
const writtenFrames = written.filter(({ name }) => name === 'frameBookend').length

const runs: Record<string, { run: () => void; frames: number }> = {
  'play (engine and its events)': { run: () => void playAll(() => {}), frames },
  [`play ${LANES} games interleaved`]: { run: playLanes, frames: laneFrames * LANES },
  'play, full of projectiles': { run: () => void playProjectiles(() => {}), frames: projectileFrames },
  'parse the same events': {
    run: () => {
      let events = 0
      const reader = new EventReader(() => events++)
      for (const chunk of stream) reader.push(chunk)
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

/** The rest of the heap grows with what V8 compiles. */
function youngBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')!.space_used_size
}

/** Bytes that a frame of warm play allocates. */
function bytesAFrame(): number {
  const samples = MATCHES.map((number) => {
    const game = numberedGame(number)
    const [first, second] = [number, number + 1].map((seed) => {
      const pads = new RandomPads(seed)
      return Array.from({ length: 3000 }, () => ({ ...pads.next() }))
    })
    let at = 0
    const play = (count: number) => {
      for (const end = at + count; at < end && !game.ending; at++) game.step(first![at]!, second![at]!)
    }
    game.start()
    play(2000)
    const before = { used: youngBytes(), frame: game.frame }
    play(1000)
    return (youngBytes() - before.used) / (game.frame - before.frame)
  })
  // A sample in which garbage was collected is negative.
  return median(samples.filter((bytes) => bytes >= 0))
}

function profile(run: () => void): void {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.start')
  for (let round = 0; round < ROUNDS; round++) run()
  session.post('Profiler.stop', (error, result: Profiler.StopReturnType) => {
    if (error) throw error
    const { nodes, samples = [] } = result.profile
    const names = new Map(
      nodes.map(({ id, callFrame: { functionName, url } }) => [id, `${functionName} (${url.split('/').at(-1)})`]),
    )
    const hits = new Map<string, number>()
    for (const id of samples) hits.set(names.get(id)!, (hits.get(names.get(id)!) ?? 0) + 1)
    console.log('\n| self time | function |\n| --- | --- |')
    for (const [name, count] of [...hits].sort(([, a], [, b]) => b - a).slice(0, 12)) {
      console.log(`| ${((100 * count) / samples.length).toFixed(1)} % | ${name} |`)
    }
  })
}

console.log(thisMachine())
console.log(
  `${MATCHES.length} matches, ${frames} frames, ${(streamBytes / frames).toFixed(0)} bytes a frame, median of ${ROUNDS}`,
)
console.log(
  `Full of projectiles: ${projectileFrames} frames, ${(itemUpdates / projectileFrames).toFixed(1)} articles a frame\n`,
)
console.log('| | us a frame | frames a second |\n| --- | --- | --- |')
const row = (name: string, us: number) => console.log(`| ${name} | ${us.toFixed(2)} | ${Math.round(1e6 / us)} |`)
row('play, first time in the process', coldUs)
for (const [name, { run, frames: count }] of Object.entries(runs)) {
  run()
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = cpuUs()
    run()
    return cpuUs() - startedAt
  })
  row(name, median(times) / count)
}
console.log(`\nallocated: ${allocated.toFixed(0)} bytes a frame`)
console.log(`memory: ${(bytesAGame / 1000).toFixed(1)} kB a game`)
if (isProfiled) {
  profile(runs['play (engine and its events)']!.run)
  profile(runs['play, full of projectiles']!.run)
}
