import { expect, test } from 'vitest'
import { BotOutput } from './bot-output.ts'

function output(frames: readonly (number | null)[], draw: (text: string) => string | null = () => null) {
  const printed: string[] = []
  const left = [...frames]
  const frame = () => left.shift() ?? null
  return { printed, bot: new BotOutput({ name: 'fox', frame, print: (line) => printed.push(line), draw }) }
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
