import type { Duplex } from 'node:stream'

/**
 * Carries the bytes of one connection on to another, both ways, as if they were one: an end of either side is passed on
 * alone, and what breaks one breaks the other. TCP sockets must have been made with `allowHalfOpen`. `broken` takes the place
 * of breaking `other` when `one` has broken.
 */
export function carry(
  one: Duplex,
  other: Duplex,
  broken: (error?: Error) => void = (error) => void other.destroy(error),
): void {
  follow(one, broken)
  follow(other, (error) => void one.destroy(error))
  one.pipe(other)
  other.pipe(one)
}

function follow(side: Duplex, broken: (error?: Error) => void): void {
  side.on('error', broken)
  side.on('close', () => {
    if (side.errored === null && (!side.readableEnded || !side.writableFinished)) broken()
  })
}
