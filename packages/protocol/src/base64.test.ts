import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.ts'

it('writes what every other base64 writes, and reads it back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = encodeBase64(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64'))
      expect(decodeBase64(text)).toEqual(bytes)
    }),
    { seed: 3 },
  )
})

it('RFC 4648 section 10: the test vectors', () => {
  const vectors = {
    '': '',
    f: 'Zg==',
    fo: 'Zm8=',
    foo: 'Zm9v',
    foob: 'Zm9vYg==',
    fooba: 'Zm9vYmE=',
    foobar: 'Zm9vYmFy',
  }
  for (const [plain, text] of Object.entries(vectors)) {
    expect(encodeBase64(Buffer.from(plain))).toBe(text)
    expect(Buffer.from(decodeBase64(text) ?? []).toString()).toBe(plain)
  }
})

it('reads one spelling only: no missing padding, blanks, URL alphabet or stray bits', () => {
  for (const text of ['Zg', 'Zg=', 'Zg===', ' Zg==', 'Zg==\n', 'Zh==', 'Zm9=', 'Zm9_', 'Zm9-', '=', 'Z', 'Zm9v=']) {
    expect(decodeBase64(text), text).toBeNull()
  }
})
