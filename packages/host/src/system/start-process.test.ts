import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { FROM_SOURCES } from '../../../../scripts/tests/programs.ts'
import { startProcess } from './start-process.ts'

/** What is reported of a start, and whether it was reported before the call returned. */
async function failureOf(command: string, ...parts: string[]): Promise<Error> {
  let failed!: (error: Error) => void
  const failure = new Promise<Error>((resolve) => (failed = resolve))
  let hasReturned = false
  const child = startProcess(
    () => spawn(command, parts),
    (error) => {
      expect(hasReturned).toBe(true)
      failed(error)
    },
  )
  hasReturned = true
  expect(child).toBeNull()
  return failure
}

test('a process that starts is given back', async () => {
  const child = startProcess(
    () => spawn(process.execPath, ['-e', '']),
    (error) => {
      throw error
    },
  )
  expect(await once(child!, 'exit')).toEqual([0, null])
})

test('a start that fails is reported later, whichever way the system refuses it', async () => {
  expect(await failureOf('/no/such/program')).toMatchObject({ code: 'ENOENT' })
  expect(await failureOf('/bin/true', 'x'.repeat(200_000))).toMatchObject({ code: 'E2BIG' })
})

test('a process with no file descriptor left reports it, and continues', async () => {
  // Node gives back a child without pipes there.
  const program = `
    import { spawn } from 'node:child_process'
    import { openSync, closeSync } from 'node:fs'
    import { startProcess } from ${JSON.stringify(new URL('./start-process.ts', import.meta.url).href)}
    spawn('/bin/true').once('exit', () => {
      const held = []
      try { for (;;) held.push(openSync('/dev/null')) } catch {}
      const child = startProcess(() => spawn('/bin/true'), ({ code }) => {
        for (const fd of held) closeSync(fd)
        console.log(child, code)
      })
    })`
  const limited = spawn(
    'sh',
    ['-c', 'ulimit -n 64 && exec "$@"', 'sh', process.execPath, ...FROM_SOURCES, '--input-type=module', '-e', program],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  limited.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  expect(await once(limited, 'close')).toEqual([0, null])
  expect(output).toBe('null EMFILE\n')
})
