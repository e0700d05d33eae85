/** Host processes that outlive their arena, as the next one finds them. */
import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readReplay } from '@arena/slp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endStragglers } from '../src/hosts/host-marks.ts'
import type { HostCommand } from '../src/order.ts'
import { ENTRY_OPTIONS, entryPath } from '../src/system/entry.ts'
import { folderId, markOf, markText } from '../src/system/process-mark.ts'
import { hostInit } from './host-process.ts'
import { matchOrder, TestBot } from './play-kit.ts'
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
    const mark = markOf(other.pid!)
    writeFileSync(join(folder, '1'), `${markText({ ...mark, started: '1' })} ${folderId(folder)}`)
    writeFileSync(join(folder, '2'), 'garbage')
    writeFileSync(join(folder, '3'), '')
    // The number alone is not enough to kill a process.
    writeFileSync(join(folder, '4'), `${markText({ ...mark, started: null })} ${folderId(folder)}`)
    writeFileSync(join(folder, '5'), `${markText({ ...mark, system: 'another' })} ${folderId(folder)}`)
    // An older version wrote this mark, without the folder.
    writeFileSync(join(folder, '6'), markText(mark))
    await endStragglers(folder, log, 10)
    expect(ended(other)).toBeNull()
  })
})

describe.runIf(canSeeProcesses)('an arena that starts on a copy of a data folder', () => {
  test('leaves the hosts alone that play for the other one, and does not wait for them', async () => {
    const other = await startHost()
    const copy = join(folder, '..', 'copy')
    cpSync(folder, copy, { recursive: true })
    await endStragglers(copy, log, Number.POSITIVE_INFINITY)
    expect([ended(other), warnings, existsSync(copy)]).toEqual([null, [], false])
  })
})

test('a host takes its name back when it ends', async () => {
  const child = await startHost()
  expect(readdirSync(folder)).toEqual([String(child.pid)])
  child.send('end')
  await once(child, 'exit')
  expect(readdirSync(folder)).toEqual([])
})

/** An arena of one host: passes on what it is given, and names the host. */
const SMALL_ARENA = `
  const { fork } = require('node:child_process')
  process.on('message', ({ path, options, messages }) => {
    const host = fork(path, [], { execArgv: options, serialization: 'advanced' })
    for (const message of messages) host.send(message)
    process.send(host.pid)
  })`

describe.runIf(canSeeProcesses)('When the arena stops: only the main process of the arena dies:', () => {
  test('the stream ends with Game End and 1000 also where the host stood still, and its replay is complete', async () => {
    const bots = [await TestBot.listen(), await TestBot.listen()] as const
    const dir = join(folder, '..')
    // Something to say as soon as it continues, before it has read that nobody is there.
    const init = hostInit(dir, { loadMs: 1 })
    const order = matchOrder(`match_${'0'.repeat(26)}`, [bots[0].url, bots[1].url])
    const arena = spawn(process.execPath, ['-e', SMALL_ARENA], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    const play: HostCommand = { type: 'play', order, ranMs: 0 }
    arena.send({ path: entryPath('host-main'), options: ENTRY_OPTIONS, messages: [init, play] })
    const [host] = (await once(arena, 'message')) as [number]
    const socket = await bots[0].socket()
    await socket.received(30)
    process.kill(host, 'SIGSTOP')
    const gone = once(arena, 'exit')
    arena.kill('SIGKILL')
    await gone
    process.kill(host, 'SIGCONT')

    expect(await socket.closed).toBe(1000)
    // Game End.
    expect(socket.messages.at(-1)![0]).toBe(0x39)
    await vi.waitFor(() => expect(readdirSync(dir)).toEqual([`${order.matchId}.slp`]), { timeout: 20_000 })
    const replay = readReplay(readFileSync(join(dir, `${order.matchId}.slp`)))
    expect(replay).toMatchObject({ isComplete: true, gameEnd: { gameEndMethod: 7 } })
    for (const bot of bots) await bot.close()
  })
})
