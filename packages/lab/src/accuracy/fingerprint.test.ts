import { expect, test } from 'vitest'
import { engineFingerprint } from './fingerprint.ts'

test('the fingerprint is the same for the same play, and differs for other play', () => {
  const fingerprint = engineFingerprint(130)
  expect(fingerprint).toMatch(/^[0-9a-f]{12}$/)
  expect(engineFingerprint(130)).toBe(fingerprint)
  expect(engineFingerprint(131)).not.toBe(fingerprint)
})
