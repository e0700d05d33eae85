/**
 * Every answer of every service that a test starts in its own process is held against that service's own OpenAPI
 * document; a test after which an answer does not fit fails. Vitest loads this before each file (`setupFiles`).
 */
import { afterAll, afterEach, expect } from 'vitest'
import { complaints } from './complaints.ts'

function expectNone(): void {
  expect(complaints.splice(0), 'answers that the OpenAPI document does not declare').toEqual([])
}

afterEach(expectNone)
// What a file asks before its first test and after its last one.
afterAll(expectNone)
