/** The program: requests from stdin, answers to stdout, one after the other. It ends with its stdin. */
import { readSync, writeSync } from 'node:fs'
import { HEADER_BYTES, type Answer } from './batch.ts'
import { Requests } from './requests.ts'

const STDIN = 0
const STDOUT = 1
/** Longer than any step of the most lanes, and than any replay. */
const MOST_BODY_BYTES = 1 << 30

/** What has come of the request that is awaited. Nobody sends the next one before it was answered. */
let buffer = new Uint8Array(1 << 16)
let filled = 0

/** Reads until the buffer has `length` bytes; a whole request usually takes one system call. False at the end of stdin. */
function fill(length: number): boolean {
  if (length > buffer.length) {
    const grown = new Uint8Array(2 * length)
    grown.set(buffer.subarray(0, filled))
    buffer = grown
  }
  while (filled < length) {
    const count = readSync(STDIN, buffer, filled, buffer.length - filled, null)
    if (count === 0) return false
    filled += count
  }
  return true
}

function write({ bytes, length }: Answer): void {
  for (let at = 0; at < length;) at += writeSync(STDOUT, bytes, at, length - at)
}

async function main(): Promise<void> {
  const requests = new Requests()
  for (; fill(HEADER_BYTES); filled = 0) {
    const length = new DataView(buffer.buffer).getUint32(0, true)
    if (length > MOST_BODY_BYTES) throw new Error(`a request of ${length} bytes`)
    const end = HEADER_BYTES + length
    if (!fill(end)) return
    write(await requests.answer(buffer[4]!, buffer.subarray(HEADER_BYTES, end)))
  }
}

// Without this Node would print the line of the bundle in which it happened, which is as long as the bundle.
main().catch((error: unknown) => {
  process.stderr.write(`arena.env: the engine failed: ${(error as Error)?.stack ?? String(error)}\n`)
  process.exitCode = 1
})
