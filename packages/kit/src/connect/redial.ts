/** What follows from the end of a connection to an arena: whether it is dialled again, and when. Pure but for the draw. */
import { RELAY_CLOSE } from '@arena/protocol'

const FIRST_MS = 500
const LONGEST_MS = 15_000

/** How long to wait before an attempt, of which `failures` have failed in a row: all who have lost an arena come back at their own time. */
export function redialMs(failures: number, random: () => number = Math.random): number {
  return random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
}

/** Why a connection that the arena has closed is not dialled again, with what to do; null where it is. */
export function whyNotAgain(code: number, reason: string): string | null {
  switch (code) {
    case RELAY_CLOSE.revoked:
      return `The arena takes the key no longer (${reason || 'it is revoked'}). Sign in again with arena-kit login, and connect again.`
    case RELAY_CLOSE.replaced:
      return (
        `Another connector has taken over (${reason || 'it is connected to the same bot'}), and this one has stopped. ` +
        'One program plays for a bot: the one that connected last.'
      )
    case RELAY_CLOSE.limit:
      return `The arena has ended the connection: ${reason || 'a limit of connectors is reached'}.`
    default:
      return null
  }
}

/** Why a connection was lost, in a few words. */
export function lossOf(code: number, reason: string): string {
  if (code === RELAY_CLOSE.restart) return 'the arena restarts'
  if (reason !== '') return reason
  return code === 1006 || code === 1005 ? 'it was cut' : `closed with ${code}`
}
