import type { WebSocket } from 'ws'

/** How long the bot may take to answer the close before its socket is cut. */
const CLOSE_MS = 1_000

/** Ends a socket that was only opened to see whether it opens. */
export function closePolitely(socket: WebSocket, reason: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cut = () => socket.terminate()
    const timer = setTimeout(cut, CLOSE_MS)
    signal.addEventListener('abort', cut, { once: true })
    // A bot that has something to say now is not listened to.
    for (const said of ['message', 'ping', 'pong']) socket.once(said, cut)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.close(1000, reason)
  })
}
