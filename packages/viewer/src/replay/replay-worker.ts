/** The worker that reads a replay and plays it again, beside the page. */
import type { ToWorker } from './messages.ts'
import { ReplaySession } from './replay-session.ts'

const session = new ReplaySession((message, transfer = []) => self.postMessage(message, { transfer }))

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => session.receive(data))
