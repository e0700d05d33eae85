/**
 * Starts the workers that read replays. One may be started ahead of its replay: the engine is half of all scripts, and is fetched and
 * compiled in it while the page still loads what draws.
 */
import type { FromWorker, ToWorker } from './messages.ts'

/** A worker that runs: where messages to it go. */
export interface ReplayWorker {
  post(message: ToWorker): void
  end(): void
}

/** Starts a worker; `take` sees what it says, `fail` is called when it breaks down. */
export type StartWorker = (take: (message: FromWorker) => void, fail: () => void) => ReplayWorker

let ready: Worker | null = null

/** A replay is going to be opened soon. */
export function warmWorker(): void {
  if (ready) return
  const worker = newWorker()
  ready = worker
  // What fails before it is needed is started again, and then heard.
  worker.addEventListener('error', () => {
    if (ready === worker) ready = null
  })
}

export const startWorker: StartWorker = (take, fail) => {
  const worker = ready ?? newWorker()
  ready = null
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => take(data))
  worker.addEventListener('error', fail)
  return { post: (message) => worker.postMessage(message, []), end: () => worker.terminate() }
}

function newWorker(): Worker {
  return new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module' })
}
