import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEBUG_BOUNDS, DebugFile, debugText } from './debug-file.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'arena-kit-debug-'))))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function open(bounds: Partial<typeof DEBUG_BOUNDS> = {}) {
  const path = join(folder, `${++count}.debug.jsonl`)
  const file = new DebugFile(path, ['bot_a', 'bot_b'], { ...DEBUG_BOUNDS, ...bounds })
  const lines = () =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  return { path, file, lines }
}

test('only lines that begin with arena-debug are drawings', () => {
  expect(debugText('arena-debug {"kind":"text"}')).toBe('{"kind":"text"}')
  expect(debugText('the arena-debug {}')).toBeNull()
})

test('a line is kept with the port of its bot, and with the frame of the match where it names none', () => {
  const { file, lines, path } = open()
  expect(file.isEmpty).toBe(true)
  expect(existsSync(path)).toBe(false)
  expect(file.add('bot_b', '{"frame":-123,"kind":"text","text":"go"}', 40)).toBeNull()
  expect(file.add('bot_a', '{"kind":"point","x":1,"y":2,"port":1}', 40)).toBeNull()
  expect(lines()).toEqual([
    { frame: -123, kind: 'text', text: 'go', port: 1 },
    { frame: 40, kind: 'point', x: 1, y: 2, port: 0 },
  ])
  file[Symbol.dispose]()
})

test.each([
  ['{"frame":', 'it is no JSON ('],
  ['[1]', 'it is no JSON object'],
  ['null', 'it is no JSON object'],
  ['{"frame":1.5}', '"frame" has to be a whole number from -123 to 28800'],
  ['{"frame":28801}', '"frame" has to be'],
  [`{"text":"${'x'.repeat(5000)}"}`, 'it is longer than 4096 bytes'],
])('%.20s is not kept, and the reason says why', (text, mistake) => {
  const { file } = open()
  expect(file.add('bot_a', text, 0)).toContain(mistake)
  expect(file.isEmpty).toBe(true)
})

test('a bot that draws too much on a frame, or in a match, loses the rest of it; the other bot does not', () => {
  const { file, lines } = open({ linesPerFrame: 2, bytes: 150 })
  for (let i = 0; i < 4; i++) expect(file.add('bot_a', `{"frame":1,"i":${i}}`, 0)).toBeNull()
  expect(file.add('bot_b', '{"frame":1}', 0)).toBeNull()
  expect(file.left).toEqual([2, 0])
  for (let frame = 2; frame < 9; frame++) file.add('bot_b', `{"frame":${frame}}`, 0)
  expect(file.left[1]).toBeGreaterThan(0)
  expect(lines().length).toBeGreaterThan(3)
  file[Symbol.dispose]()
  expect(readFileSync(join(folder, `${count}.debug.jsonl`)).length).toBeLessThanOrEqual(150)
})
