import { expect, test } from 'vitest'
import { fileNameOf, requireWritable } from './named-files.ts'

test.each([
  [['walker', 'still'], 'walker-still.slp'],
  [['新', 'still'], '新-still.slp'],
  [['-bot', '127.0.0.1:9000'], 'bot-127.0.0.1-9000.slp'],
  [['.hidden', 'a bot/of mine'], 'hidden-a-bot-of-mine.slp'],
  [['…', '—'], 'bots.slp'],
])('the file of %j is named after them, by their letters, and is no option: %s', (names, file) => {
  expect(fileNameOf(names, '.slp')).toBe(file)
})

test('a file that cannot be written is refused before anything is played', () => {
  expect(() => requireWritable('/proc/walker-still.slp', '--replay')).toThrow(
    /^\/proc\/walker-still\.slp cannot be written\. .* Name another file with --replay\.$/,
  )
})
