/**
 * How long it takes to write a two-player frame, to read it again, and to read a match of eight minutes into columns:
 * `npx tsx --conditions=source bench/slp.ts`.
 */
import { ColumnReader, EventReader, EventWriter, type PostFrame, type PreFrame } from '@arena/slp'
import { samplePost, samplePre, sampleRaw } from '../packages/slp/tests/sample-game.ts'
import { thisMachine } from './this-machine.ts'

const FRAMES = 100_000
const ROUNDS = 5

const pre: PreFrame[] = [samplePre(0, 0), samplePre(0, 1)]
const post: PostFrame[] = [samplePost(0, 0), samplePost(0, 1)]
const start = { frame: 0, seed: 0, sceneFrameCounter: 0 }
const bookend = { frame: 0, latestFinalizedFrame: 0 }
const writer = new EventWriter()

function writeFrames(): void {
  for (let frame = 0; frame < FRAMES; frame++) {
    writer.reset()
    start.frame = frame
    bookend.frame = frame
    writer.frameStart(start)
    for (let port = 0; port < 2; port++) {
      pre[port]!.frame = frame
      writer.preFrame(pre[port]!)
    }
    for (let port = 0; port < 2; port++) {
      post[port]!.frame = frame
      post[port]!.positionX += 0.25
      writer.postFrame(post[port]!)
    }
    writer.frameBookend(bookend)
  }
}

const raw = sampleRaw(FRAMES / 10)
let events = 0
function readFrames(): void {
  new EventReader(() => events++).push(raw)
}

function best(run: () => void, frames: number): string {
  let ms = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    run()
    ms = Math.min(ms, performance.now() - startedAt)
  }
  return `${((1000 * ms) / frames).toFixed(2)} us a frame`
}

console.log(thisMachine())
console.log(`write ${best(writeFrames, FRAMES)}`)
console.log(`read  ${best(readFrames, FRAMES / 10)}`)

const MATCH_FRAMES = 29_000
const PIECE_BYTES = 1 << 16
const match = sampleRaw(MATCH_FRAMES)

function readColumns(): void {
  const reader = new ColumnReader()
  for (let at = 0; at < match.length; at += PIECE_BYTES) reader.push(match.subarray(at, at + PIECE_BYTES))
  reader.end()
}

let startedAt = performance.now()
readColumns()
const coldMs = performance.now() - startedAt
let warmMs = Number.POSITIVE_INFINITY
for (let round = 0; round < ROUNDS; round++) {
  startedAt = performance.now()
  readColumns()
  warmMs = Math.min(warmMs, performance.now() - startedAt)
}
const size = `${MATCH_FRAMES} frames, ${(match.length / 1e6).toFixed(1)} MB`
console.log(`columns of ${size}: ${coldMs.toFixed(0)} ms at first, ${warmMs.toFixed(0)} ms at best`)
