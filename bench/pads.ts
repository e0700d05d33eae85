/**
 * What it takes to keep the landed pads of matches, and whether matches are played again from them: the packed bytes of house bots'
 * matches and of bots that send noise, the time to pack them at the end of a match, and to play it again.
 *
 *   npx tsx --conditions=source bench/pads.ts
 */
import { randomFillSync } from 'node:crypto'
import { cpuUsage } from 'node:process'
import { deflateSync, inflateSync } from 'node:zlib'
import { playAgain } from '@arena/engine/play-again'
import { encodePad, PAD_BYTES } from '@arena/protocol'
import { decodePadColumns, encodeInSteps, encodePadColumns, type MatchPads } from '@arena/protocol/pad-columns'
import { wholeNumber } from '@arena/host/command-line'
import { houseBots } from '@arena/sdk/house'
import { FIRST_FRAME, readReplay, writeReplay } from '@arena/slp'
import { newScript } from '../scripts/command-line.ts'
import { playMatch } from '../scripts/house-matches/match.ts'
import { fixturesOf } from '../scripts/house-matches/series.ts'
import { thisMachine } from './this-machine.ts'

/** Frames of a match that lasts for all of its eight minutes. */
const LONGEST = 28_800 - FIRST_FRAME

const { count } = newScript(
  'npx tsx --conditions=source bench/pads.ts',
  'Measures the packed pads of matches of house bots and of bots that send noise, and plays the first ones again.',
)
  .option('--count <n>', 'matches of house bots', wholeNumber(1), 200)
  .parse()
  .opts()

/** Milliseconds of processor time. */
const spent = { encode: 0, deflate: 0, play: 0 }
function timed<T>(what: keyof typeof spent, run: () => T): T {
  const before = cpuUsage()
  const result = run()
  spent[what] += since(before)
  return result
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = cpuUsage(before)
  return (user + system) / 1000
}

function pack(match: MatchPads): Uint8Array {
  const columns = timed('encode', () => encodePadColumns(match))
  return timed('deflate', () => deflateSync(columns))
}

console.log(thisMachine())
const sizes: number[] = []
let frames = 0
let equal = 0
for (const { contestants, seed } of fixturesOf(houseBots(), 1, count)) {
  const messages: Uint8Array[] = []
  const pads: [Uint8Array[], Uint8Array[]] = [[], []]
  const { names, stage, endReason } = await playMatch(seed, contestants, (events, game, polled) => {
    messages.push(events.slice())
    if (polled) for (const port of [0, 1] as const) pads[port].push(encodePad({ frame: game.frame, ...polled[port] }))
  })
  const port = (each: readonly Uint8Array[]) => ({ missed: [], pads: Buffer.concat(each) })
  const packed = pack({ first: FIRST_FRAME, frames: pads[0].length, ports: [port(pads[0]), port(pads[1])] })
  sizes.push(packed.length)
  frames += pads[0].length

  const raw = Buffer.concat(messages)
  const { players } = readReplay(writeReplay(raw, {})).gameStart
  const player = (at: 0 | 1) => ({
    character: players[at]!.characterId,
    costume: players[at]!.costumeIndex,
    name: names[at],
  })
  const kept = decodePadColumns(inflateSync(packed))
  const before = cpuUsage()
  const again = await playAgain({
    settings: { seed: Buffer.from(seed, 'hex'), stage, players: [player(0), player(1)] },
    frames: kept.frames,
    pads: kept.ports,
    end: { kind: endReason === 'engine' ? 'aborted' : 'natural' },
    startAt: new Date(0).toISOString(),
    engine: null,
  })
  spent.play += since(before)
  if (Buffer.from(readReplay(again).raw).equals(raw)) equal++
}
sizes.sort((a, b) => a - b)
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
const mean = sizes.reduce((sum, size) => sum + size, 0) / count
const { encode, deflate, play } = spent
console.log(
  `${count} matches of house bots, ${Math.round(frames / count)} frames in the mean: packed ${kB(mean)} in the mean, ` +
    `${kB(sizes[count >> 1]!)} in the median, ${kB(sizes.at(-1)!)} at most`,
)
console.log(`a match: ${(encode / count).toFixed(1)} ms to encode, ${(deflate / count).toFixed(1)} ms to deflate`)
console.log(`${equal} of ${count} played again, byte for byte: ${Math.round(frames / (play / 1000))} frames a second`)

const noise = () => {
  const pads = randomFillSync(new Uint8Array(LONGEST * PAD_BYTES))
  const view = new DataView(pads.buffer)
  for (let i = 0; i < LONGEST; i++) view.setInt32(i * PAD_BYTES, FIRST_FRAME + i, true)
  return { missed: [], pads }
}
spent.encode = 0
const hostile = pack({ first: FIRST_FRAME, frames: LONGEST, ports: [noise(), noise()] })
let longest = 0
const steps = encodeInSteps({ first: FIRST_FRAME, frames: LONGEST, ports: [noise(), noise()] })
for (let isOver = false; !isOver;) {
  const from = performance.now()
  isOver = steps.next().done === true
  longest = Math.max(longest, performance.now() - from)
}
console.log(
  `eight minutes of noise from both bots: ${kB(hostile.length)}, ${spent.encode.toFixed(1)} ms to encode, ${longest.toFixed(2)} ms in the longest step`,
)
