import { expect, test } from 'vitest'
import { adviceFor } from './advice.ts'

test.each([
  ['answered 200 OK with a body in gzip compression; the body "pong" is expected', /turn compression off for \/ping/],
  ['answered 200 OK with a body in UTF-16; the body "pong" is expected', /in UTF-8 or ASCII/],
  ['answered 200 OK with "Pong!"; the body "pong" is expected', /has to be the word pong and nothing else/],
  ['answered 404 Not Found; 200 is expected', /does not know that path/],
])('a ping that is %s has advice of its own', (received, advice) => {
  expect(adviceFor('ping', received)).toMatch(advice)
})
