import { PassThrough } from 'node:stream'
import { Interrupted } from '@arena/host/command-line'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'

const { signal } = new AbortController()

function terminal(typed: string) {
  const input = new PassThrough()
  input.write(typed)
  return { input, output: new PassThrough(), terminal: true }
}

test('an answer is a line, without the spaces around it; where nobody answers, it is empty', async () => {
  expect(await ask('Code: ', signal, terminal(' 123 456 \r'))).toBe('123 456')
  const ends = terminal('')
  ends.input.end()
  expect(await ask('Code: ', signal, ends)).toBe('')
})

test('Ctrl-C at a question is no answer: it ends the command', async () => {
  await expect(ask('E-mail address: ', signal, terminal('\x03'))).rejects.toThrow(Interrupted)
})
