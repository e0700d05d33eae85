/**
 * The same contract on a server of others, versitygw 1.8. It is built from the Go module proxy:
 *
 *   go install github.com/versity/versitygw/cmd/versitygw@v1.8.0
 *
 * Without it, in the PATH or where Go puts it, there is nothing to test.
 */
import { afterAll, beforeAll, describe, test } from 'vitest'
import { bucketContract } from './contract.ts'
import { findVersitygw, startVersitygw } from './versitygw.ts'
import type { Versitygw } from './versitygw.ts'

const program = findVersitygw()
if (program === null) {
  test.skip('versitygw is not installed: `go install github.com/versity/versitygw/cmd/versitygw@v1.8.0`', () => {})
}

describe.runIf(program !== null)('versitygw', () => {
  let server: Versitygw

  beforeAll(async () => {
    server = await startVersitygw(program!)
  })
  afterAll(() => server[Symbol.asyncDispose]())

  bucketContract(() => server.options)
})
