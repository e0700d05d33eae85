import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { canSeeProcesses } from '../../tests/processes.ts'
import { hasEnded, isRunning, markOf, markText, parseMark } from './process-mark.ts'

test.runIf(canSeeProcesses)(
  'a mark is read as it was written, and says of a process whether it runs or has ended',
  async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    const mark = parseMark(markText(markOf(child.pid!)))
    expect(mark).toMatchObject(markOf(child.pid!))
    expect([isRunning(mark), hasEnded(mark)]).toEqual([true, false])
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect([isRunning(mark), hasEnded(mark)]).toEqual([false, true])
  },
)

test.runIf(canSeeProcesses)('the end of a process is certain only in its own system', () => {
  const own = markOf(process.pid)
  // Its number is that of another process by now.
  expect(hasEnded({ ...own, started: '1' })).toBe(true)
  for (const system of [null, 'another boot']) expect(hasEnded({ ...own, started: '1', system })).toBe(false)
  expect(isRunning({ ...own, system: 'another boot' })).toBe(false)
})

test('text that is no mark names no process', () => {
  for (const text of ['', 'garbage', '-1 2 3', '1.5']) {
    expect([isRunning(parseMark(text)), hasEnded(parseMark(text))]).toEqual([false, false])
  }
})
