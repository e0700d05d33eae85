import { expect, test } from 'vitest'
import { CredentialMemory } from './credential-memory.ts'

const KEY = { kind: 'bearer', value: 'arn_a' } as const
const HELD = { userId: 'user_a', publicKey: null }
const nothing = () => Promise.resolve(null)

test('what does not hold is remembered until operators act, what holds for good', async () => {
  let revision = 1
  const memory = new CredentialMemory(() => revision)
  expect(memory.recall(KEY)).toBeUndefined()
  expect(await memory.through(KEY, nothing)).toBeNull()
  expect(memory.recall(KEY)).toBeNull()
  expect(memory.recall({ ...KEY, kind: 'session' })).toBeUndefined()
  revision++
  expect(memory.recall(KEY)).toBeUndefined()
  expect(await memory.through(KEY, () => Promise.resolve(HELD))).toBe(HELD)
  revision++
  expect(memory.recall(KEY)).toBe(HELD)
})

test('a refusal that was looked up while an operator acted is not remembered', async () => {
  let revision = 1
  const memory = new CredentialMemory(() => revision)
  const looking = memory.through(KEY, () => new Promise((resolve) => setImmediate(() => resolve(null))))
  revision++
  await looking
  expect(memory.recall(KEY)).toBeUndefined()
})

test('while it is not known whether operators acted, no refusal is remembered, and none takes the place of an account', async () => {
  let revision: number | null = 1
  const memory = new CredentialMemory(() => revision)
  await memory.through(KEY, nothing)
  revision = null
  expect(memory.recall(KEY)).toBeUndefined()
  await memory.through(KEY, () => Promise.resolve(HELD))
  await memory.through(KEY, nothing)
  expect(memory.recall(KEY)).toBeUndefined()
})
