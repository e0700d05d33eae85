/** The protocol: one answer a request, and words where something is wrong. */
import { expect, test } from 'vitest'
import { HEADER_BYTES } from './batch.ts'
import { LAYOUTS } from './layout.ts'
import { REQUEST, Requests } from './requests.ts'

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

async function ask(requests: Requests, type: number, body: Uint8Array): Promise<{ type: number; text: string }> {
  const { bytes, length } = await requests.answer(type, body)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  expect(view.getUint32(0, true)).toBe(length - HEADER_BYTES)
  return { type: bytes[4]!, text: Buffer.from(bytes.subarray(HEADER_BYTES, length)).toString() }
}

test('opening says which records are spoken', async () => {
  const { type, text } = await ask(new Requests(), REQUEST.open, json({ lanes: 1, isRecorded: false }))
  expect(type).toBe(REQUEST.open)
  expect(JSON.parse(text)).toEqual({ engine: expect.any(String), layouts: LAYOUTS })
})

test.for([
  [REQUEST.reset, Buffer.alloc(4), 'not opened'],
  [REQUEST.open, Buffer.from('{'), 'not JSON'],
  [REQUEST.open, json({ lanes: 0 }), 'batch_size'],
  [REQUEST.readReplay, Buffer.from('PK'), 'no replay that can be read'],
  [REQUEST.startFrom, Buffer.alloc(12), 'no replay was read'],
  [99, Buffer.alloc(0), 'unknown type 99'],
] as const)('request %i is refused in words', async ([type, body, words]) => {
  const answer = await ask(new Requests(), type, body)
  expect(answer.type).toBe(0)
  expect(answer.text).toContain(words)
})
