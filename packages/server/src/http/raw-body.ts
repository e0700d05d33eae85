/** The bytes of a body as they came, which is what a request signature is over. */
import { Problem } from '@arena/protocol'
import type { Readable } from 'node:stream'

export async function readRawBody(payload: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  // Kept, when it is too long: the answer goes out on the same socket.
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += chunk.length
    // Bytes that are left unread look like a next request, so the connection ends with the answer.
    if (length > limit) throw new Problem('body-too-large', { headers: { connection: 'close' } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
