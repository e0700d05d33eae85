/** Finds the moments and the swings of replays, in a thread of its own: each takes some two hundred milliseconds, in which HTTP goes on. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { gunzip } from 'node:zlib'
import { chancesOf, swingsOf, type ChanceContext } from '@arena/engine/chance'
import { momentsOf, replayEndOf } from '@arena/engine/moments'
import { ColumnReader } from '@arena/slp'
import { packMoments } from '../history/kept-moments.ts'
import type { KeptMoments } from '../history/kept-moments.ts'
import { packSwings } from '../history/kept-swings.ts'

/** A file to look at, and the ratings that the bots came with, where they are known. */
export interface Question {
  readonly file: string
  readonly ratings: ChanceContext['ratings']
}

/** What a replay shows. */
export interface ReadReplay extends KeptMoments {
  /** See `history/kept-swings.ts`. */
  readonly swings: Uint8Array
}

/** What became of a file: what it shows, or why that is not known. `isReplay` where it could be read, and what it holds could not. */
export type Answer = ReadReplay | { readonly error: string; readonly isReplay: boolean }

parentPort!.on('message', (question: Question) => void answer(question))

async function answer({ file, ratings }: Question): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one other side
  const send = (found: Answer) => parentPort!.postMessage(found)
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    return send({ error: String(error), isReplay: false })
  }
  try {
    send(readingOf(file.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes, ratings))
  } catch (error) {
    send({ error: String(error), isReplay: true })
  }
}

function readingOf(bytes: Uint8Array, ratings: Question['ratings']): ReadReplay {
  const reader = new ColumnReader()
  reader.push(bytes)
  const { gameStart, columns } = reader
  if (gameStart === null) return { ...packMoments([]), swings: packSwings([[], []]) }
  const stage = gameStart.stageId
  const chances = chancesOf(columns, { stage, ratings })
  return {
    ...packMoments(momentsOf(columns, { stage, names: [], end: replayEndOf(reader) })),
    swings: packSwings([swingsOf(chances, 0), swingsOf(chances, 1)]),
  }
}
