import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { onLines } from './lines.ts'

async function linesOf(pieces: readonly (string | Uint8Array)[], longest?: number): Promise<string[]> {
  const stream = Readable.from(pieces.map((piece) => Buffer.from(piece)))
  const lines: string[] = []
  onLines(stream, (line) => lines.push(line), longest)
  await new Promise((done) => stream.once('close', done))
  return lines
}

test('lines come whole, however they are cut, and the last one without its end', async () => {
  const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)]
  expect(await linesOf(['one\ntw', 'o\r\n\n', first, second])).toEqual(['one', 'two', '', 'é'])
})

test('a line without an end comes in pieces, and is not collected for ever', async () => {
  expect(await linesOf(['abcdefg', 'h\ni'], 3)).toEqual(['abc', 'def', 'gh', 'i'])
})
