import { expect, test } from 'vitest'
import { seal, SealError, unseal } from './sealing.ts'

const SECRET = 'a secret of the tests'

test('what is sealed opens with the same secret and label, and is never sealed the same way twice', () => {
  const sealed = seal('a private key', SECRET, 'label')
  expect(unseal(sealed, SECRET, 'label')).toBe('a private key')
  expect(sealed).not.toContain('private')
  expect(seal('a private key', SECRET, 'label')).not.toBe(sealed)
})

test('it opens with no other secret or label, nor once any part of it was changed', () => {
  const sealed = seal('a private key', SECRET, 'label')
  const attempts = [
    [sealed, 'another secret', 'label'],
    [sealed, SECRET, 'another label'],
    ...sealed.split('.').map((part, index, parts) => {
      const changed = (part.startsWith('A') ? 'B' : 'A') + part.slice(1)
      return [parts.with(index, changed).join('.'), SECRET, 'label']
    }),
    ['', SECRET, 'label'],
    [sealed.slice(0, 40), SECRET, 'label'],
  ] as const
  for (const [text, secret, label] of attempts) expect(() => unseal(text, secret, label)).toThrow(SealError)
})
