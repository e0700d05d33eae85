/**
 * The same contract on a server of others, versitygw 1.8. It is built from the Go module proxy:
 *
 *   go install github.com/versity/versitygw/cmd/versitygw@v1.8.0
 *
 * Without it, in the PATH or where Go puts it, there is nothing to test.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@arena/host/system'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { BucketOptions } from '../../src/replays/bucket/bucket.ts'
import { bucketContract } from './contract.ts'

const KEY = { keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const START_MS = 20_000

const program = findProgram()
if (program === null) {
  test.skip('versitygw is not installed: `go install github.com/versity/versitygw/cmd/versitygw@v1.8.0`', () => {})
}

describe.runIf(program !== null)('versitygw', () => {
  let folder: string
  let server: ChildProcess
  let options: BucketOptions

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arena-versitygw-'))
    await mkdir(join(folder, 'root', 'arena'), { recursive: true })
    const port = await freePort()
    options = { ...KEY, endpoint: `http://127.0.0.1:${port}`, bucket: 'arena', prefix: 'replays/' }
    server = spawn(program!, ['--port', `127.0.0.1:${port}`, 'posix', '--sidecar', folder, join(folder, 'root')], {
      env: { PATH: process.env['PATH'], ROOT_ACCESS_KEY: KEY.keyId, ROOT_SECRET_KEY: KEY.secret },
      stdio: 'ignore',
    })
    await listening(port)
  })
  afterAll(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })

  bucketContract(() => options)
})

function findProgram(): string | null {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin'),
  ]
  return folders.map((folder) => join(folder, 'versitygw')).find((path) => existsSync(path)) ?? null
}

/** Resolves once somebody accepts connections there. */
async function listening(port: number): Promise<void> {
  const deadline = performance.now() + START_MS
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) return
    if (performance.now() > deadline) throw new Error(`versitygw does not listen on port ${port}`)
    await sleep(20)
  }
}
