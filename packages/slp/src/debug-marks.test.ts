import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEBUG_LIMITS, debugLine, readDebugFile, readDebugLine, readDebugMark, type DebugMark } from './debug-marks.ts'

const finite = fc.double({ min: -DEBUG_LIMITS.distance, max: DEBUG_LIMITS.distance, noNaN: true }).map((x) => x + 0)
const point = fc.tuple(finite, finite)
const colour = fc.constantFrom('red' as const, 'grey' as const, '#1af' as const, '#11AAff' as const)
const text = fc.string({ minLength: 1, maxLength: DEBUG_LIMITS.text })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const frame = fc.integer({ min: -123, max: 28_800 })
const place = fc.oneof(
  point,
  fc.tuple(share, share).map((screen) => ({ screen })),
)
const marks: fc.Arbitrary<DebugMark> = fc.oneof(
  fc.record({ frame, kind: fc.constant('text' as const), at: place, text, colour }),
  fc.record({ frame, kind: fc.constant('line' as const), from: point, to: point, colour }),
  fc.record({ frame, kind: fc.constant('circle' as const), at: point, radius: finite.map(Math.abs), colour }),
  fc.record({ frame, kind: fc.constant('point' as const), at: point, port: fc.constantFrom(0 as const, 1 as const) }),
  fc.record({ frame, kind: fc.constant('log' as const), text }),
  fc.record({ frame, kind: fc.constant('chance' as const), chance: share }),
)

describe('a mark', () => {
  test('is written on a line and read back as it was', () => {
    fc.assert(
      fc.property(marks, (mark) => {
        expect(readDebugLine(debugLine(mark), 0)).toEqual(mark)
      }),
    )
  })

  test('on a line that names no frame is on the frame that the reader knows', () => {
    expect(readDebugLine('arena-debug {"kind":"log","text":"hello"}', 7)).toEqual({
      frame: 7,
      kind: 'log',
      text: 'hello',
    })
    expect(readDebugLine('arena-debug {"frame":3,"kind":"log","text":"hello"}', 7)).toMatchObject({ frame: 3 })
  })

  test('is on no other line', () => {
    for (const line of ['', 'hello', ' arena-debug {}', 'arena-debug{}']) expect(readDebugLine(line, 0)).toBeNull()
  })

  test('keeps only the members that it has', () => {
    const mark = readDebugMark({ frame: 1, kind: 'point', at: [1, 2], text: 'x', __proto__: null, more: {} })
    expect(mark).toEqual({ frame: 1, kind: 'point', at: [1, 2] })
  })

  test('has a text that is not too long', () => {
    const mark = readDebugMark({ frame: 1, kind: 'log', text: 'x'.repeat(1000) })
    expect(mark).toMatchObject({ text: `${'x'.repeat(DEBUG_LIMITS.text - 1)}…` })
  })

  test.each([
    ['{', 'not JSON'],
    ['[]', 'a JSON object'],
    ['{"kind":"square"}', '"kind" is'],
    ['{"frame":1.5,"kind":"log","text":"x"}', '"frame" is'],
    ['{"frame":-124,"kind":"log","text":"x"}', '"frame" is'],
    ['{"port":2,"kind":"log","text":"x"}', '"port" is'],
    ['{"kind":"log"}', '"text" is'],
    ['{"kind":"point","at":[1]}', '"at" is [x, y]'],
    ['{"kind":"point","at":[1,"2"]}', '"at" is [x, y]'],
    ['{"kind":"point","at":[1,1e9]}', '"at" is [x, y]'],
    ['{"kind":"point","at":[1,null]}', '"at" is [x, y]'],
    ['{"kind":"point","at":{"screen":[0,0]}}', '"at" is [x, y]'],
    ['{"kind":"text","text":"x","at":{"screen":[0,1.01]}}', '"screen" is'],
    ['{"kind":"circle","at":[0,0],"radius":-1}', '"radius" is'],
    ['{"kind":"chance","chance":1.01}', '"chance" is'],
    ['{"kind":"chance","chance":"0.5"}', '"chance" is'],
    ['{"kind":"line","from":[0,0],"to":[0,0],"colour":"url(x)"}', '"colour" is one of red'],
    ['{"kind":"line","from":[0,0],"to":[0,0],"colour":"constructor"}', '"colour" is one of red'],
    [`{"kind":"log","text":"${'x'.repeat(3000)}"}`, 'longer than'],
  ])('that breaks a rule is refused in words: %s', (json, words) => {
    expect(() => readDebugLine(`arena-debug ${json}`, 0)).toThrow(words)
  })
})

describe('a file of marks', () => {
  test('is read by frame, and on a frame in its order', () => {
    const lines = [3, 1, 2, 1].map((at, n) => JSON.stringify({ frame: at, kind: 'log', text: `${n}` }))
    const { marks: read, skipped } = readDebugFile(`${lines.join('\n')}\n`)
    expect(read.map(({ frame: at, ...rest }) => [at, 'text' in rest && rest.text])).toEqual([
      [1, '1'],
      [1, '3'],
      [2, '2'],
      [3, '0'],
    ])
    expect(skipped).toBe(0)
  })

  test('whatever it holds, what is read obeys the rules, and what is not is counted', () => {
    const lines = fc.oneof(
      fc.string(),
      fc.json(),
      marks.map((mark) => JSON.stringify(mark)),
    )
    fc.assert(
      fc.property(fc.array(lines), (all) => {
        const { marks: read, skipped } = readDebugFile(all.join('\n'))
        for (const mark of read) expect(readDebugMark(mark)).toEqual(mark)
        const count = all
          .join('\n')
          .split('\n')
          .filter((line) => line.trim() !== '').length
        expect(read.length + skipped).toBe(count)
      }),
    )
  })

  test('holds a limited number of marks of one bot on one frame', () => {
    const line = (port: number) => JSON.stringify({ frame: 5, port, kind: 'log', text: 'x' })
    const many = DEBUG_LIMITS.marksPerFrame + 10
    const { marks: read, skipped } = readDebugFile([...Array(many).fill(line(0)), line(1)].join('\n'))
    expect(read).toHaveLength(DEBUG_LIMITS.marksPerFrame + 1)
    expect(skipped).toBe(10)
  })
})
