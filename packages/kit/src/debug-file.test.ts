import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEBUG_LIMITS, readDebugFile } from '@arena/slp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DebugFile } from './debug-file.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'arena-kit-debug-'))))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function open(limits: { marksPerFrame?: number; marks?: number } = {}) {
  const path = join(folder, `${++count}.debug.jsonl`)
  const file = new DebugFile(path, ['bot_a', 'bot_b'], { ...DEBUG_LIMITS, ...limits })
  return { path, file, marks: () => readDebugFile(readFileSync(path, 'utf8')).marks }
}

const line = (mark: object): string => `arena-debug ${JSON.stringify(mark)}`
const log = (frame: number, text = 'x'): string => line({ frame, kind: 'log', text })

test('a mark is kept with the port of its bot, and with the frame of the match where it names none', () => {
  const { file, marks, path } = open()
  expect(file.isEmpty).toBe(true)
  expect(existsSync(path)).toBe(false)
  expect(file.add('bot_b', log(-123, 'go'), 40)).toBeNull()
  expect(file.add('bot_a', line({ kind: 'point', at: [1, 2], port: 1 }), 40)).toBeNull()
  expect(marks()).toEqual([
    { frame: -123, kind: 'log', text: 'go', port: 1 },
    { frame: 40, kind: 'point', at: [1, 2], port: 0 },
  ])
  file[Symbol.dispose]()
})

test('what is no mark is not kept, and the reason is given', () => {
  const { file } = open()
  expect(file.add('bot_a', 'arena-debug {"frame":', 0)).toMatch(/not JSON/)
  expect(file.add('bot_a', log(1.5), 0)).toMatch(/"frame" is/)
  expect(file.isEmpty).toBe(true)
})

test('a bot that draws too much on a frame, or in a match, loses the rest of it; the other bot does not', () => {
  const { file, marks } = open({ marksPerFrame: 2, marks: 5 })
  for (let i = 0; i < 4; i++) expect(file.add('bot_a', log(1), 0)).toBeNull()
  expect(file.add('bot_b', log(1), 0)).toBeNull()
  expect(file.left).toEqual([2, 0])
  for (let frame = 2; frame < 9; frame++) file.add('bot_b', log(frame), 0)
  expect(file.left).toEqual([2, 5])
  expect(marks()).toHaveLength(5)
  file[Symbol.dispose]()
})
