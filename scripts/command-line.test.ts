/** What scripts say of their command lines. */
import { wholeNumber } from '@arena/host/command-line'
import { expect, test, vi } from 'vitest'
import { neededDatabase, newScript } from './command-line.ts'

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
      .option('--count <n>', 'how often', wholeNumber(1), 3)
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
