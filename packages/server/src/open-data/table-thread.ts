/** The thread that writes the files: asked for one thing at a time, and started by the first. */
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { startThread } from '@arena/host/system'
import type { Answer, Request } from './worker.ts'

const HEAP_MB = 512
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

export class TableThread implements AsyncDisposable {
  #worker: Worker | null = null

  /** Rejects where the thread has failed. */
  async ask(request: Request): Promise<Answer> {
    this.#worker ??= startThread(WORKER, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has one other side
    this.#worker.postMessage(request)
    const [answer] = (await once(this.#worker, 'message')) as [Answer]
    return answer
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate()
  }
}
