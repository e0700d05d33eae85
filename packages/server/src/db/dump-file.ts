/** A dump as a compressed file, for its owner only. */
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { DUMP_END, dumpDatabase } from './dump.ts'
import type { Database } from './schema.ts'

const CHUNK_LENGTH = 65_536

/** The file must not be there yet. */
export async function writeDump(db: Database, path: string): Promise<void> {
  const lines = Readable.from(withEnds(dumpDatabase(db)))
  await pipeline(lines, createGzip(), createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }))
}

async function* withEnds(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = ''
  for await (const line of lines) {
    chunk += `${line}\n`
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

/** Its lines, without their ends. */
export async function* readDump(path: string): AsyncGenerator<string, void> {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  // A failure of either ends the lines with it.
  file.once('error', (error) => unpacked.destroy(error))
  unpacked.once('error', () => file.destroy())
  try {
    yield* linesOf(file.pipe(unpacked).setEncoding('utf8'))
  } finally {
    file.destroy()
    unpacked.destroy()
  }
}

/** The rows of one table. */
export async function* readRows(path: string, table: string): AsyncGenerator<unknown, void> {
  let isIn = false
  for await (const line of readDump(path)) {
    if (line.startsWith('#') || line.startsWith(DUMP_END)) {
      if (isIn) return
      isIn = line === `#${table}`
    } else if (isIn) yield JSON.parse(line)
  }
}

/** `node:readline` also ends lines elsewhere, since Node 24 at U+2028 and U+2029: rows hold both as they are. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = chunk.split('\n')
    lines[0] = rest + lines[0]!
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
