/** An S3 server of others, versitygw, with a bucket named `arena`. It is found in the PATH, or where Go puts it. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@arena/host/system'
import type { BucketOptions } from '../../src/config/bucket.ts'

const KEY = { keyId: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'us-east-1' }
const START_MS = 20_000

/** Null where it is not installed. */
export function findVersitygw(): string | null {
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin'),
  ]
  return folders.map((folder) => join(folder, 'versitygw')).find((path) => existsSync(path)) ?? null
}

export interface Versitygw extends AsyncDisposable {
  readonly options: BucketOptions
}

export async function startVersitygw(program: string): Promise<Versitygw> {
  const folder = await mkdtemp(join(tmpdir(), 'arena-versitygw-'))
  await mkdir(join(folder, 'root', 'arena'), { recursive: true })
  const port = await freePort()
  const server = spawn(program, ['--port', `127.0.0.1:${port}`, 'posix', '--sidecar', folder, join(folder, 'root')], {
    env: { PATH: process.env['PATH'], ROOT_ACCESS_KEY: KEY.keyId, ROOT_SECRET_KEY: KEY.secret },
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  await listening(port)
  return {
    options: { ...KEY, endpoint: `http://127.0.0.1:${port}`, bucket: 'arena', prefix: 'replays/' },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
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
