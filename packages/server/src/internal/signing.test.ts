import { createKeyPair } from '@arena/protocol'
import { expect, test } from 'vitest'
import { InternalSigner } from './signing.ts'

const [mine, other] = [createKeyPair().privateKey, createKeyPair().privateKey]
const REQUEST = { machineId: 'arena_1', method: 'GET', path: '/matches/m/part?from=0' }
const NOW = 1_700_000_000_000

test('a request is signed for one machine, method and path, and for half a minute', () => {
  const signer = new InternalSigner([mine])
  const header = signer.sign(REQUEST, NOW)
  expect(signer.holds(header, REQUEST, NOW + 30_000)).toBe(true)
  expect(signer.holds(header, REQUEST, NOW + 30_001)).toBe(false)
  for (const change of [{ machineId: 'arena_2' }, { method: 'HEAD' }, { path: '/matches/m/part?from=1' }]) {
    expect(signer.holds(header, { ...REQUEST, ...change }, NOW)).toBe(false)
  }
})

test('machines with the keys of a rotation believe each other, whichever of them signs', () => {
  const [before, after] = [new InternalSigner([mine, other]), new InternalSigner([other, mine])]
  expect(after.holds(before.sign(REQUEST, NOW), REQUEST, NOW)).toBe(true)
  expect(before.holds(after.sign(REQUEST, NOW), REQUEST, NOW)).toBe(true)
})

test('nobody without the key is believed, whatever they send', () => {
  const signer = new InternalSigner([mine])
  const forged = new InternalSigner([other]).sign(REQUEST, NOW)
  for (const header of [
    undefined,
    '',
    forged,
    `${NOW}.`,
    `${NOW}.${'A'.repeat(43)}`,
    `1e3.${'A'.repeat(43)}`,
    '.'.repeat(99),
  ]) {
    expect(signer.holds(header, REQUEST, NOW)).toBe(false)
  }
})
