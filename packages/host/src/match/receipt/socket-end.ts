/** Why a socket ended, from what `ws` and the system report of it. Pure. */
import { TooManyPackets } from '../../bots/intake.ts'
import type { Ending } from './link-journal.ts'

/** The code of a connection that ended without a close frame. */
const NO_CLOSE_FRAME = 1006

const LIMITS: Readonly<Record<string, Ending['why']>> = {
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 'message-too-long',
  WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH: 'message-too-long',
  WS_ERR_TOO_MANY_BUFFERED_PARTS: 'too-many-pieces',
}

/** An error precedes the close of its socket, and says more than that. */
export function faultOf(error: Error & { readonly code?: string }): Ending {
  if (error instanceof TooManyPackets) return { why: 'too-many-packets', detail: error.message }
  const { code = '', message } = error
  if (!code.startsWith('WS_ERR_')) return { why: 'cut', detail: code || message }
  return { why: LIMITS[code] ?? 'broken-protocol', detail: message }
}

/** How a socket ended that closed without an error. */
export function endingOf(code: number, reason: Buffer): Ending {
  return code === NO_CLOSE_FRAME ? { why: 'cut' } : { why: 'bot-closed', code, detail: reason.toString('utf8') }
}
