/** The protocol: one answer a request, and words where something is wrong. */
import { Game } from '@arena/engine'
import { expect, test, vi } from 'vitest'
import { HEADER_BYTES } from './batch.ts'
import { INPUT, LAYOUTS } from './layout.ts'
import { REQUEST, Requests } from './requests.ts'

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

async function ask(
  requests: Requests,
  type: number,
  body: Uint8Array,
): Promise<{ type: number; text: string; bytes: Buffer }> {
  const { bytes, length } = await requests.answer(type, body)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  expect(view.getUint32(0, true)).toBe(length - HEADER_BYTES)
  const answered = Buffer.from(bytes.subarray(HEADER_BYTES, length))
  return { type: bytes[4]!, text: answered.toString(), bytes: answered }
}

/** A batch of one lane that is recorded, before its first frame. */
async function begun(): Promise<Requests> {
  const requests = new Requests()
  const player = { character: 2, costume: 0, name: '', house: null }
  const settings = { lane: 0, seed: '00'.repeat(32), stage: 32, players: [player, player] }
  await ask(requests, REQUEST.open, json({ lanes: 1, isRecorded: true }))
  await ask(requests, REQUEST.configure, json([{ ...settings, maxFrame: -1, viewpoint: 0, delay: 0 }]))
  await ask(requests, REQUEST.reset, Buffer.alloc(4))
  return requests
}

const STEP = Buffer.concat([
  Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  Buffer.alloc(INPUT.bytes),
  Buffer.of(1),
])

test('opening says which records are spoken', async () => {
  const { type, text } = await ask(new Requests(), REQUEST.open, json({ lanes: 1, isRecorded: false }))
  expect(type).toBe(REQUEST.open)
  expect(JSON.parse(text)).toEqual({ engine: expect.any(String), layouts: LAYOUTS })
})

test('opening says how many numbers a flat row has, where such are asked for', async () => {
  const { text } = await ask(new Requests(), REQUEST.open, json({ lanes: 1, flat: { slots: [0, 1], memory: 3 } }))
  expect(JSON.parse(text)).toMatchObject({ flat: 311 })
})

test.for([
  [REQUEST.reset, Buffer.alloc(4), 'not opened'],
  [REQUEST.open, Buffer.from('{'), 'not JSON'],
  [REQUEST.open, json({ lanes: 0 }), 'batch_size'],
  [REQUEST.open, json({ lanes: 1, flat: { slots: [2], memory: 0 } }), 'a slot is'],
  [REQUEST.readReplay, Buffer.from('PK'), 'no replay that can be read'],
  [REQUEST.startFrom, Buffer.alloc(12), 'no replay was read'],
  [99, Buffer.alloc(0), 'unknown type 99'],
] as const)('request %i is refused in words', async ([type, body, words]) => {
  const answer = await ask(new Requests(), type, body)
  expect(answer.type).toBe(0)
  expect(answer.text).toContain(words)
})

test('a lane whose game has a fault has no replay, and the program goes on', async () => {
  const requests = await begun()
  expect((await ask(requests, REQUEST.step, STEP)).type).toBe(REQUEST.step)
  const step = vi.spyOn(Game.prototype, 'step').mockImplementation(() => {
    throw new TypeError('no such action')
  })
  const answer = await ask(requests, REQUEST.write, json({ lane: 0, startedAt: 0 }))
  step.mockRestore()
  expect(answer).toMatchObject({ type: 0, text: expect.stringContaining('fails in the engine: no such action') })
  expect((await ask(requests, REQUEST.write, json({ lane: 0, startedAt: 0 }))).type).toBe(REQUEST.write)
})

test.for([0, 1])('a save whose part %i is not there is refused, and the program goes on', async (part) => {
  const requests = await begun()
  const { bytes } = await ask(requests, REQUEST.save, Buffer.alloc(4))
  const at = bytes.indexOf('{') - 4
  const end = at + 4 + bytes.readUInt32LE(at)
  const head = JSON.parse(bytes.subarray(at + 4, end).toString())
  const start = end + (part === 0 ? 0 : head.parts[0])
  const rest = Buffer.concat([bytes.subarray(end, start), bytes.subarray(start + head.parts[part])])
  head.parts[part] = -1
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json(head).length)
  const wrong = Buffer.concat([Buffer.alloc(4), bytes.subarray(0, at), length, json(head), rest])
  expect(await ask(requests, REQUEST.restore, wrong)).toMatchObject({ type: 0, text: 'the save has no state' })
  expect((await ask(requests, REQUEST.save, Buffer.alloc(4))).type).toBe(REQUEST.save)
})
