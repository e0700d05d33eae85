import type { Duplex } from 'node:stream'

/**
 * Carries the bytes of one connection on to another, both ways, as if they were one: an end of either side is passed on
 * alone, and what breaks one breaks the other. TCP sockets must have been made with `allowHalfOpen`.
 */
export function carry(one: Duplex, other: Duplex): void {
  follow(one, other)
  follow(other, one)
  one.pipe(other)
  other.pipe(one)
}

function follow(from: Duplex, to: Duplex): void {
  from.on('error', (error) => to.destroy(error))
  from.on('close', () => {
    if (!from.readableEnded || !from.writableFinished) to.destroy()
  })
}
