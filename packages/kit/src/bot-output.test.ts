import { expect, test } from 'vitest'
import { raisedLine } from '@arena/protocol'
import { BotOutput } from './bot-output.ts'
import { RaisedErrors } from './raised/raised-errors.ts'
import { describeRaised } from './words.ts'

function output(frames: readonly (number | null)[], draw: (text: string) => string | null = () => null) {
  const printed: string[] = []
  const errors = new RaisedErrors()
  const left = [...frames]
  const frame = () => left.shift() ?? null
  const print = (line: string): unknown => printed.push(line)
  return {
    printed,
    errors,
    bot: new BotOutput({ name: 'fox', frame, print, draw, raised: (raised) => errors.take(raised) }),
  }
}

test('a line stands behind the name of its bot and the frame of the match', () => {
  const { printed, bot } = output([null, -123, 1234])
  for (const text of ['starting', 'ready', 'now']) bot.line(text, 'stdout')
  expect(printed).toEqual(['fox | starting', 'fox  -123 | ready', 'fox  1234 | now'])
})

test('what is to be drawn is not printed; on standard output it is text like any other', () => {
  const drawn: string[] = []
  const { printed, bot } = output([1, 2], (text) => (drawn.push(text), null))
  bot.line('arena-debug {"kind":"text"}', 'stderr')
  bot.line('arena-debug {"kind":"text"}', 'stdout')
  expect(drawn).toEqual(['arena-debug {"kind":"text"}'])
  expect(printed).toEqual(['fox     1 | arena-debug {"kind":"text"}'])
})

test('the first line that cannot be drawn is shown with the reason, and the others are not', () => {
  const { printed, bot } = output([7, 7, 8], () => 'it is no JSON object')
  bot.line('arena-debug 1', 'stderr')
  bot.line('arena-debug 2', 'stderr')
  expect(printed).toEqual([
    'fox     7 | arena-debug 1',
    'fox     7 | This line is not drawn: it is no JSON object. Others like it are left out without a word.',
  ])
})

const STACK = [
  'TypeError: boom',
  '    at hands (file:///bots/fox.mjs:12:5)',
  '    at Session.ask (file:///sdk/session.js:1:1)',
]

test('an error is printed whole the first time that it comes from its place, then it is counted', () => {
  const { printed, errors, bot } = output([])
  const place = 'fox.mjs:12:5'
  for (let frame = -123; frame <= 1572; frame++) {
    const text = frame === -123 ? { text: STACK.join('\n') } : {}
    bot.line(raisedLine({ frame, in: 'frame', error: `TypeError: boom ${frame}`, place, ...text }), 'stderr')
  }
  expect(printed).toEqual([
    'fox  -123 | raised in frame:',
    ...STACK.map((line) => `fox  -123 | ${line}`),
    'fox  -122 | raised again, same place: it is counted from here on.',
  ])
  expect(errors.framesInARow).toBe(1696)
  expect(describeRaised(errors, 'fox')).toEqual([
    'fox raised TypeError: boom -123 (fox.mjs:12:5) 1,696 times, first on frame -123.',
    'A frame that raises repeats the answer before it, and is no missed pad.',
  ])
})

test.each([
  [
    'Node',
    [...STACK, '    at more {', "  code: 'BOOM',", '  [cause]: Error: why', '      at a (file:///b.mjs:1:1)', '}'],
    'TypeError: boom',
    '/bots/fox.mjs:12:5',
  ],
  [
    'Python',
    [
      'Traceback (most recent call last):',
      '  File "/usr/lib/python3.12/asyncio/runners.py", line 194, in run',
      '  File "/bots/fox.py", line 12, in hands',
      '    return 1 / 0',
      '           ~~^~~',
      'ZeroDivisionError: division by zero',
      '',
      'During handling of the above exception, another exception occurred:',
      '',
      'Traceback (most recent call last):',
      '  File "/bots/fox.py", line 14, in hands',
      'ValueError: boom',
    ],
    'ValueError: boom',
    '/bots/fox.py:14',
  ],
] as const)('an error in the output of a bot without an SDK is known by its shape: %s', (_, lines, error, place) => {
  const { printed, errors, bot } = output(Array.from({ length: 1_000 }, () => 7))
  bot.line('here I am', 'stderr')
  for (let n = 0; n < 5; n++) for (const line of lines) bot.line(line, 'stderr')
  bot.line('good bye', 'stderr')
  bot.end()
  const told = ['here I am', ...lines, 'raised again, same place: it is counted from here on.', 'good bye']
  expect(printed).toEqual(told.map((line) => `fox     7 | ${line}`))
  expect(errors.places).toEqual([{ error, place, method: null, frame: 7, times: 5 }])
})

test('an error that is of the kit’s doing is left out, with its stack', () => {
  const printed: string[] = []
  const bot = new BotOutput({
    name: 'fox',
    frame: () => null,
    print: (line) => printed.push(line),
    draw: () => null,
    raised: (raised) => printed.push(raised.error),
    isOurs: (error) => error.includes('ECONNRESET'),
  })
  for (const line of [
    'Error: read ECONNRESET',
    '    at TCP.onStreamRead (node:internal/stream_base_commons:218:20) {',
    '  errno: -104',
    '}',
    'on I go',
  ])
    bot.line(line, 'stderr')
  bot.end()
  expect(printed).toEqual(['fox | on I go'])
})

test('what a bot prints is no error for its words alone', () => {
  const { printed, errors, bot } = output([])
  for (const line of ['TypeError: none', 'at home', 'Traceback', '', '  indented']) {
    bot.line(line, 'stderr')
    bot.line(line, 'stdout')
  }
  bot.end()
  expect(printed).toHaveLength(10)
  expect(errors.times).toBe(0)
})

test('a bot raises all the time where no pause is longer than a quarter of a second', () => {
  const errors = new RaisedErrors()
  for (const frame of [null, 0, 1, 16, 31, 60, 61]) errors.take({ frame, in: 'frame', error: 'E', place: null })
  expect(errors.framesInARow).toBe(2)
})
