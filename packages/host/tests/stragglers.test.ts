/** Host processes that outlive their arena, as the next one finds them. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endStragglers } from '../src/hosts/host-marks.ts'
import { markOf, markText } from '../src/system/process-mark.ts'
import { canSeeProcesses } from './processes.ts'
import { MARKED_HOST } from '../../../scripts/tests/programs.ts'

let folder: string
let warnings: object[]
const log = { warn: (fields: object) => void warnings.push(fields) }
const hosts: ChildProcess[] = []

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'arena-hosts-')), 'hosts')
  warnings = []
})
afterEach(() => {
  for (const host of hosts.splice(0)) host.kill('SIGKILL')
  rmSync(join(folder, '..'), { recursive: true })
})

async function startHost(): Promise<ChildProcess> {
  const child = fork(MARKED_HOST, [folder], { execArgv: [] })
  hosts.push(child)
  await once(child, 'message')
  return child
}

const ended = (child: ChildProcess) => child.exitCode ?? child.signalCode

describe.runIf(canSeeProcesses)('an arena that starts', () => {
  test('ends a frozen host that does not end on its own', async () => {
    const still = await startHost()
    still.kill('SIGSTOP')
    const gone = once(still, 'exit')
    await endStragglers(folder, log, 50)
    await gone
    expect(ended(still)).toBe('SIGKILL')
    expect(warnings).toEqual([{ pids: [still.pid] }])
  })

  test('waits for one that is about to end', async () => {
    const busy = await startHost()
    const gone = once(busy, 'exit')
    busy.send('end')
    await endStragglers(folder, log)
    await gone
    expect([ended(busy), warnings]).toEqual([0, []])
  })

  test('leaves alone a process that has a host’s number by now, and files that name none', async () => {
    const other = await startHost()
    rmSync(join(folder, String(other.pid)))
    writeFileSync(join(folder, '1'), markText({ ...markOf(other.pid!), started: '1' }))
    writeFileSync(join(folder, '2'), 'garbage')
    writeFileSync(join(folder, '3'), '')
    // The number alone is not enough to kill a process.
    writeFileSync(join(folder, '4'), `${other.pid}`)
    await endStragglers(folder, log, 10)
    expect(ended(other)).toBeNull()
  })
})

test('a host takes its name back when it ends', async () => {
  const child = await startHost()
  expect(readdirSync(folder)).toEqual([String(child.pid)])
  child.send('end')
  await once(child, 'exit')
  expect(readdirSync(folder)).toEqual([])
})
