/** Finds the moments of replays, in a thread of its own: each takes some fifty milliseconds, in which HTTP goes on. */
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { gunzip } from 'node:zlib'
import { momentsOf, replayEndOf } from '@arena/engine/moments'
import { ColumnReader } from '@arena/slp'
import { packMoments } from '../history/kept-moments.ts'
import type { KeptMoments } from '../history/kept-moments.ts'

/** What became of a file: its moments, or why there are none. `isReplay` where it could be read, and what it holds could not. */
export type Answer = KeptMoments | { readonly error: string; readonly isReplay: boolean }

parentPort!.on('message', (file: string) => void answer(file))

async function answer(file: string): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one other side
  const send = (found: Answer) => parentPort!.postMessage(found)
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (error) {
    return send({ error: String(error), isReplay: false })
  }
  try {
    send(momentsIn(file.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes))
  } catch (error) {
    send({ error: String(error), isReplay: true })
  }
}

function momentsIn(bytes: Uint8Array): KeptMoments {
  const reader = new ColumnReader()
  reader.push(bytes)
  const { gameStart, columns } = reader
  if (gameStart === null) return packMoments([])
  return packMoments(momentsOf(columns, { stage: gameStart.stageId, names: [], end: replayEndOf(reader) }))
}
