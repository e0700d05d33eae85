import { expect, test } from 'vitest'
import { Terminal } from './terminal.ts'

const { signal } = new AbortController()

class Output {
  readonly isTTY: boolean
  readonly columns: number
  text = ''

  constructor(isTTY: boolean, columns = 0) {
    this.isTTY = isTTY
    this.columns = columns
  }

  write(text: string): void {
    this.text += text
  }
}

test('on a screen what passes is one line, which gives way to what stays', () => {
  const screen = new Output(true, 20)
  const terminal = new Terminal(signal, screen, screen)
  terminal.show('0:01')
  // Too soon to be read.
  terminal.show('0:02')
  terminal.print('a result')
  terminal.show('a line that would not fit')
  terminal.note('what a bot says')
  expect(screen.text).toBe(
    '\r\x1b[K  0:01' + '\r\x1b[K' + 'a result\n' + '\r\x1b[K  a line that would' + '\r\x1b[K' + 'what a bot says\n',
  )
})

test('in a file what passes is a line now and then, apart from the results', () => {
  const [out, err] = [new Output(false), new Output(false)]
  const terminal = new Terminal(signal, out, err)
  terminal.show('0:01')
  terminal.show('0:02')
  terminal.print('a result', '')
  terminal.note('a complaint')
  expect([out.text, err.text]).toEqual(['a result\n\n', '  0:01\na complaint\n'])
})

test('a screen that does not tell its width has eighty columns', () => {
  const screen = new Output(true, 0)
  new Terminal(signal, screen, screen).show('x'.repeat(100))
  expect(screen.text).toBe(`\r\x1b[K  ${'x'.repeat(77)}`)
})
