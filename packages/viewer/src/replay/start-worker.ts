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

/** Why there is no worker any more: its script did not come, or it broke down. */
export type WorkerFailure = 'not-loaded' | 'broken-down'

/** Starts a worker; `take` sees what it says. */
export type StartWorker = (take: (message: FromWorker) => void, fail: (how: WorkerFailure) => void) => ReplayWorker

let ready: Worker | null = null

/** A replay is going to be opened soon. */
export function warmWorker(): void {
  if (ready) return
  const worker = newWorker()
  ready = worker
  // A worker that fails before it is needed is started again, and then heard.
  worker.addEventListener('error', () => {
    if (ready === worker) ready = null
  })
}

export const startWorker: StartWorker = (take, fail) => {
  const worker = ready ?? newWorker()
  ready = null
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => take(data))
  // An error of the script comes as an ErrorEvent. Where a script does not come, the event says nothing.
  worker.addEventListener('error', (event) => fail(event instanceof ErrorEvent ? 'broken-down' : 'not-loaded'))
  return { post: (message) => worker.postMessage(message, []), end: () => worker.terminate() }
}

function newWorker(): Worker {
  return new Worker(new URL('./replay-worker.ts', import.meta.url), { type: 'module' })
}
