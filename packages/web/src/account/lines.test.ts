import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })

async function read(chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = []
  for await (const line of linesOf(streamOf(chunks))) lines.push(line)
  return lines
}

test('lines are the same wherever the stream is cut, also inside a character', async () => {
  const bytes = new TextEncoder().encode('{"a":"龍"}\n{"b":2}\n')
  for (let cut = 0; cut <= bytes.length; cut++) {
    expect(await read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(['{"a":"龍"}', '{"b":2}'])
  }
})

test('a line is given as soon as it is whole, and an unfinished one at the end is none', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const lines = linesOf(readable)
  const writer = writable.getWriter()
  void writer.write(new TextEncoder().encode('first\nsec'))
  expect(await lines.next()).toEqual({ done: false, value: 'first' })
  void writer.close()
  expect(await lines.next()).toEqual({ done: true, value: undefined })
})
