/** What scripts say of their command lines. */
import { expect, test, vi } from 'vitest'
import { neededDatabase, newScript, positive, wholeFrom, wholeList } from './command-line.ts'

const read = (reader: (text: string) => unknown, text: string): unknown => {
  try {
    return reader(text)
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['1', 1],
  ['2078450012', 2_078_450_012],
  ['0', 'It has to be a whole number from 1 on.'],
  ['-1', 'It has to be a whole number from 1 on.'],
  ['1.5', 'It has to be a whole number from 1 on.'],
  ['1e3', 'It has to be a whole number from 1 on.'],
  ['9007199254740993', 'It has to be a whole number from 1 on.'],
  ['', 'It has to be a whole number from 1 on.'],
])('a whole number from 1 on: %j', (text, expected) => {
  expect(read(wholeFrom(1), text)).toBe(expected)
})

test.each([
  ['0.5', 0.5],
  ['20', 20],
  ['0', 'It has to be a number above 0.'],
  ['-3', 'It has to be a number above 0.'],
  ['20s', 'It has to be a number above 0.'],
  ['Infinity', 'It has to be a number above 0.'],
])('a number above 0: %j', (text, expected) => {
  expect(read(positive, text)).toBe(expected)
})

test('a list of whole numbers has no gaps', () => {
  expect(read(wholeList, '1,25,100')).toEqual([1, 25, 100])
  expect(read(wholeList, '1,,100')).toBe('It has to be a whole number from 1 on.')
})

interface Said {
  status: number
  out: string
  err: string
}

/** A script with one option, in this process: an exit is thrown. */
function script(...args: string[]): Said {
  const said: Said = { status: 0, out: '', err: '' }
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    said.status = Number(code)
    throw new Error('exit')
  })
  vi.stubEnv('DATABASE_URL', args.includes('--count') ? 'postgres://here' : undefined)
  try {
    const called = newScript('npm run it --', 'Does it.')
      .option('--count <n>', 'how often', wholeFrom(1), 3)
      .configureOutput({ writeOut: (text) => (said.out += text), writeErr: (text) => (said.err += text) })
      .parse(args, { from: 'user' })
    said.out += `${called.opts().count} ${neededDatabase(called)}`
  } catch (error) {
    if ((error as Error).message !== 'exit') throw error
  } finally {
    exit.mockRestore()
    vi.unstubAllEnvs()
  }
  return said
}

test.each([
  [['--count', '5'], { status: 0, out: '5 postgres://here', err: '' }],
  [['--count', '0'], { status: 2, out: '', err: expect.stringContaining('It has to be a whole number from 1 on.') }],
  [['--nonsense'], { status: 2, out: '', err: "error: unknown option '--nonsense'\n" }],
  [['5'], { status: 2, out: '', err: expect.stringContaining('too many arguments') }],
  [[], { status: 2, out: '', err: 'error: DATABASE_URL names no PostgreSQL server\n' }],
  [['--help'], { status: 0, out: expect.stringMatching(/^Usage: npm run it -- \[options\]\n\nDoes it\.\n/), err: '' }],
])('a script called with %j', (args, expected) => {
  expect(script(...args)).toEqual(expected)
})
