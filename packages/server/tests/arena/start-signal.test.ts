import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ARENA } from '../../../../scripts/tests/programs.ts'

test('a signal ends an arena that starts: process 1 of a container would go on without a handler', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arena-start-'))
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const child = spawn(process.execPath, [ARENA], {
    cwd: folder,
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], ARENA_ROLE: 'play', DATABASE_URL: `postgres://127.0.0.1:${port}/arena` },
  })
  try {
    const ended = once(child, 'exit')
    await Promise.race([once(silent, 'connection'), ended])
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
    for (const socket of sockets) socket.destroy()
    silent.close()
    await rm(folder, { recursive: true })
  }
})
