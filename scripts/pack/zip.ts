/** A ZIP archive of files, always the same bytes for the same content: no time, no owner, in the order given. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly path: string
  readonly content: Uint8Array
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
/** 2.0: deflated files. */
const VERSION = 20
const UTF8 = 0x0800
const DEFLATED = 8
/** The first of January 1980, the earliest that there is. */
const DATE = 0x0021
const UNIX = 3 << 8
const MODE = 0o100644 * 2 ** 16
const MOST_ENTRIES = 0xffff

export function zipped(entries: readonly ZipEntry[]): Buffer {
  if (entries.length > MOST_ENTRIES) throw new RangeError(`${entries.length} files do not fit a ZIP archive`)
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { path, content } of entries) {
    const name = Buffer.from(path)
    const data = deflateRawSync(content, { level: 9 })
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(VERSION, 0)
    shared.writeUInt16LE(UTF8, 2)
    shared.writeUInt16LE(DEFLATED, 4)
    shared.writeUInt16LE(DATE, 8)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([word(LOCAL), shared, name, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(MODE, 6)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([word(CENTRAL), half(UNIX | VERSION), shared, rest, name]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, word(END), end])
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function half(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
