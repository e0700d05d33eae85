import { expect, test } from 'vitest'
import { plain } from './words.ts'
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

test('nothing from outside steers the terminal, or ends a line to write one of its own', () => {
  const evil = '\x1b]0;title\x07\x1b[31m\u009b2J\nmatch: equal.\u202e'
  const screen = new Output(true)
  const terminal = new Terminal(signal, screen, screen)
  const written = (write: () => void): string => {
    screen.text = ''
    write()
    return screen.text
  }
  const clean = ' ]0;title  [31m 2J match: equal. '
  expect(plain(evil)).toBe(clean.trim())
  expect(written(() => terminal.print(evil))).toBe(`${clean}\n`)
  expect(written(() => terminal.show(evil))).toBe(`\r\x1b[K  ${clean}`)
  expect(written(() => terminal.fail(evil))).toMatch(/arena-kit: {2}\]0;title {2}\[31m 2J\nmatch: equal\. \n$/)
  expect(written(() => terminal.table([evil]))).toBe(`${clean}\n`)
  written(() => terminal.print())
  terminal.isJson = true
  const json = written(() => terminal.data({ evil, tag: '\u{e0041}' }))
  expect(json.trimEnd()).not.toMatch(/\p{C}/u)
  expect(JSON.parse(json)).toEqual({ evil, tag: '\u{e0041}' })
})

test('a screen that does not tell its width has eighty columns', () => {
  const screen = new Output(true, 0)
  new Terminal(signal, screen, screen).show('x'.repeat(100))
  expect(screen.text).toBe(`\r\x1b[K  ${'x'.repeat(77)}`)
})
