/**
 * How long it takes to play a match of eight minutes again, to compare every byte, and to fill its pictures:
 * `npx tsx --conditions=source bench/rerun.ts`.
 */
import { cpuUsage } from 'node:process'
import { Game, loadFighters, PICTURE_BYTES } from '@arena/engine'
import { loadReplayFighters, Rerun } from '@arena/engine/rerun'
import { ColumnReader } from '@arena/slp'
import { RandomPads, type Habits } from '../packages/engine/tests/random-pads.ts'
import { thisMachine } from './this-machine.ts'

const CHUNK = 60
const FOX = 2
/** Stays where it is, jumps and fires: nobody falls for eight minutes. */
const STAYING: Habits = { presses: [0, 0, 0x200, 0x200, 0x400], sticks: [128], isWild: false }

await loadFighters([FOX])
const game = new Game({
  seed: new Uint8Array(32).fill(5),
  stage: 31,
  players: [
    { character: FOX, costume: 0, name: 'one' },
    { character: FOX, costume: 0, name: 'two' },
  ],
})
const pads = [new RandomPads(1, STAYING), new RandomPads(2, STAYING)] as const
const messages = [game.start().slice()]
while (!game.ending) messages.push(game.step(pads[0].next(), pads[1].next()).slice())
messages.push(game.end({ kind: 'natural' }).slice())
const raw = Buffer.concat(messages)

function timed<T>(what: string, run: () => T): T {
  const before = cpuUsage()
  const startedAt = performance.now()
  const result = run()
  const { user, system } = cpuUsage(before)
  const ms = performance.now() - startedAt
  console.log(`${what}: ${ms.toFixed(0)} ms, ${((user + system) / 1000).toFixed(0)} ms of processor time`)
  return result
}

console.log(thisMachine())
console.log(`${messages.length - 2} frames, ${(raw.length / 1e6).toFixed(1)} MB`)
for (const round of ['at first', 'again']) {
  const reader = new ColumnReader()
  timed(`read, ${round}`, () => reader.push(raw))
  await loadReplayFighters(reader)
  const rerun = new Rerun(reader)
  timed(`played again and compared, ${round}`, () => rerun.advance(Infinity))
  if (!rerun.isEqual) throw new Error(rerun.difference?.text)
  const into = new ArrayBuffer(CHUNK * PICTURE_BYTES)
  const { count } = reader.columns
  timed(`${count} exact pictures, ${round}`, () => {
    for (let from = 0; from < count; from += CHUNK) rerun.pictures(from, CHUNK, into)
  })
  timed(`${count} posed pictures, ${round}`, () => {
    for (let from = 0; from < count; from += CHUNK) rerun.recordedPictures(from, CHUNK, into)
  })
  timed(`a chunk far away, ${round}`, () => rerun.pictures(600, CHUNK, into))
}
