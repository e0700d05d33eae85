/** Reads the moments and swings of replays one after another, in a thread that lives from the first of them until it is closed. */
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '@arena/host/system'
import type { Answer, Question, ReadReplay } from './worker.ts'

const HEAP_MB = 256
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

/** A replay that was read, and holds what cannot be understood: another attempt would find the same. */
export class UnreadableReplay extends Error {
  override readonly name = 'UnreadableReplay'
}

export class MomentReader {
  #worker: Worker | null = null

  /** The file is of a replay, packed or not. Ask for the next one when this has answered. Throws `UnreadableReplay`, or what ended the thread. */
  async read(question: Question): Promise<ReadReplay> {
    this.#worker ??= startThread(WORKER, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one other side
    this.#worker.postMessage(question)
    let found: Answer
    try {
      // An error of the thread rejects this.
      ;[found] = (await once(this.#worker, 'message')) as [Answer]
    } catch (error) {
      this.#worker = null
      throw error
    }
    if (!('error' in found)) return found
    throw found.isReplay ? new UnreadableReplay(found.error) : new Error(found.error)
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }
}
