/**
 * Requests from one machine of an arena to another are signed with a secret that only its machines have: `ARENA_SECRET`, or without
 * it their platform key, from which a key is derived that signs nothing that a bot would believe. A signature is for one machine,
 * method and path, and for half a minute. What is asked for is public or the operator's business, or a connection to a bot, and nothing
 * is changed by it, so a repeated request does no harm.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export const SIGNATURE_HEADER = 'x-arena-machine'
/** What a connection between machines is upgraded to where it carries the bytes of another. */
export const STREAM_PROTOCOL = 'arena-stream'
const TOLERANCE_MS = 30_000
const KEY_BYTES = 32

export interface InternalRequest {
  /** The machine that is asked. */
  readonly machineId: string
  readonly method: string
  /** With the query. */
  readonly path: string
}

export class InternalSigner {
  readonly #keys: readonly Buffer[]

  /** `secrets`: all that machines may sign with at the moment; the first is this machine's. */
  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'arena machines', KEY_BYTES)))
  }

  sign(request: InternalRequest, now: number): string {
    return `${now}.${macOf(this.#keys[0]!, request, now).toString('base64url')}`
  }

  holds(header: string | undefined, request: InternalRequest, now: number): boolean {
    const [, timestamp, text] = /^(\d{1,15})\.([\w-]{43})$/.exec(header ?? '') ?? []
    if (timestamp === undefined || text === undefined) return false
    if (Math.abs(now - Number(timestamp)) > TOLERANCE_MS) return false
    const mac = Buffer.from(text, 'base64url')
    return this.#keys.some((key) => timingSafeEqual(macOf(key, request, Number(timestamp)), mac))
  }
}

function macOf(key: Buffer, { machineId, method, path }: InternalRequest, timestamp: number): Buffer {
  return createHmac('sha256', key).update(`${timestamp}\n${machineId}\n${method}\n${path}`).digest()
}
