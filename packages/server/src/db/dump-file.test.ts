import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sharedFolder } from '../../tests/begun-once.ts'
import { readDump } from './dump-file.ts'

const folder = sharedFolder('arena-dump-')

async function linesOf(packed: Uint8Array): Promise<string[]> {
  const path = join(folder, 'dump.gz')
  await writeFile(path, packed)
  const lines: string[] = []
  for await (const line of readDump(path)) lines.push(line)
  return lines
}

test('lines end at a line feed and nowhere else, on every version of Node: names may hold other ends of lines', async () => {
  const lines = ['line\u2028paragraph\u2029', 'next line\u0085', 'return\r', 'tab\v feed\f', '', 'last']
  expect(await linesOf(gzipSync(`${lines.join('\n')}\n`))).toEqual(lines)
  expect(await linesOf(gzipSync(lines.join('\n')))).toEqual(lines)
  expect(await linesOf(gzipSync(''))).toEqual([])
})

test('a line longer than what is unpacked at once is whole, and so is each character', async () => {
  const lines = ['x', '🦊'.repeat(50_000), '龍'.repeat(33_333), '\u2028'.repeat(20_000)]
  expect(await linesOf(gzipSync(`${lines.join('\n')}\n`))).toEqual(lines)
})

test('what cannot be read or unpacked is an error, and no end of the lines', async () => {
  await expect(linesOf(gzipSync('a\nb\n').subarray(0, -9))).rejects.toThrow('unexpected end of file')
  await expect(linesOf(Buffer.from('a\nb\n'))).rejects.toThrow('incorrect header check')
  await expect(readDump(join(folder, 'none')).next()).rejects.toThrow('ENOENT')
  await expect(readDump(folder).next()).rejects.toThrow('EISDIR')
})
