import { expect, test } from 'vitest'
import { preferredType } from './negotiation.ts'

const OFFERED = ['text/markdown', 'text/html', 'application/json'] as const

test.each([
  [undefined, 'text/markdown'],
  ['*/*', 'text/markdown'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['application/json', 'application/json'],
  ['APPLICATION/JSON;q=0.5, text/html;q=0.4', 'application/json'],
  ['application/*', 'application/json'],
  ['text/*;q=0.1, text/html;q=0, application/json;q=0.05', 'text/markdown'],
  ['image/png', 'text/markdown'],
  ['', 'text/markdown'],
  [';q=x,,,', 'text/markdown'],
])('Accept: %s gets %s', (accept, type) => {
  expect(preferredType(accept, OFFERED)).toBe(type)
})
