/** The program: requests from stdin, answers to stdout, one after the other. It ends with its stdin. */
import { readSync, writeSync } from 'node:fs'
import { HEADER_BYTES, type Answer } from './batch.ts'
import { Requests } from './requests.ts'

const STDIN = 0
const STDOUT = 1
/** Longer than any step of the most lanes, and than any replay. */
const MOST_BODY_BYTES = 1 << 30

const header = new Uint8Array(HEADER_BYTES)
const view = new DataView(header.buffer)
let buffer = new Uint8Array(1 << 16)

/** False at the end of stdin. */
function read(into: Uint8Array, length: number): boolean {
  for (let at = 0; at < length;) {
    const count = readSync(STDIN, into, at, length - at, null)
    if (count === 0) return false
    at += count
  }
  return true
}

function write({ bytes, length }: Answer): void {
  for (let at = 0; at < length;) at += writeSync(STDOUT, bytes, at, length - at)
}

async function main(): Promise<void> {
  const requests = new Requests()
  while (read(header, HEADER_BYTES)) {
    const length = view.getUint32(0, true)
    if (length > MOST_BODY_BYTES) throw new Error(`a request of ${length} bytes`)
    if (length > buffer.length) buffer = new Uint8Array(2 * length)
    if (!read(buffer, length)) return
    write(await requests.answer(header[4]!, buffer.subarray(0, length)))
  }
}

// Without this Node would print the line of the bundle in which it happened, which is as long as the bundle.
main().catch((error: unknown) => {
  process.stderr.write(`arena.env: the engine failed: ${(error as Error)?.stack ?? String(error)}\n`)
  process.exitCode = 1
})
