/** The frame of command lines: numbers, mistakes and exit codes. */
import { expect, test } from 'vitest'
import {
  CommandFailure,
  EXIT,
  integer,
  Interrupted,
  newCommand,
  newGroup,
  newProgram,
  positive,
  realNumber,
  runProgram,
  UsageError,
  wholeList,
  wholeNumber,
} from './command-line.ts'

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
  expect(read(wholeNumber(1), text)).toBe(expected)
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

test('a number is whole and within its bounds', () => {
  expect(wholeNumber(1, 1000)('1000')).toBe(1000)
  for (const text of ['0', '1.5', '1001', 'many', '', '-1', '1e2']) {
    expect(() => wholeNumber(1, 1000)(text), text).toThrow('It has to be a whole number from 1 to 1000.')
  }
})

test('a number that need not be whole has its bounds too; a frame may be below 0', () => {
  expect(realNumber(0, 0.5)('0.05')).toBe(0.05)
  expect(realNumber(-10, 10)('-3')).toBe(-3)
  for (const text of ['0.6', '.5', '5e-2', 'x', '', 'NaN']) {
    expect(() => realNumber(0, 0.5)(text), text).toThrow('It has to be a number from 0 to 0.5.')
  }
  expect(integer('-123')).toBe(-123)
  for (const text of ['1.5', '', '--1', '1e3'])
    expect(() => integer(text), text).toThrow('It has to be a whole number.')
})

/** A program with the command `do`, which does what it is given, and the group `many`. */
async function run(act: () => void, ...argv: string[]): Promise<{ code: number; out: string; failures: string[] }> {
  const failures: string[] = []
  let out = ''
  const program = newProgram('it', 'Does things.', (text) => (out += text))
  newCommand(program, 'do', 'do one thing').option('-n, --count <n>', 'how often', wholeNumber(1)).action(act)
  newCommand(newGroup(program, 'many', 'do many things'), 'first', 'do the first')
  return { code: await runProgram(program, argv, (message) => failures.push(message)), out, failures }
}

const throws = (error: Error) => () => {
  throw error
}

test.each([
  ['what is done', () => {}, ['do'], EXIT.ok, []],
  ['a failure', throws(new CommandFailure('There is no room.')), ['do'], EXIT.failed, ['There is no room.']],
  [
    'a mistake that a command finds',
    throws(new UsageError('one or the other')),
    ['do'],
    EXIT.usage,
    ['one or the other'],
  ],
  ['Ctrl-C', throws(new Interrupted()), ['do'], EXIT.interrupted, []],
  ['an unknown option', () => {}, ['do', '--nonsense'], EXIT.usage, ["unknown option '--nonsense'"]],
  [
    'a number out of its bounds',
    () => {},
    ['do', '-n', '0'],
    EXIT.usage,
    [expect.stringContaining("argument '0' is invalid. It has to be a whole number from 1 on.")],
  ],
  ['a group alone', () => {}, ['many'], EXIT.usage, ['a command is missing: see it --help']],
] as const)('a program ends with an exit code, and says why once: %s', async (_, act, argv, code, failures) => {
  expect(await run(act, ...argv)).toMatchObject({ code, failures })
})

test('a fault of the program itself is no failure of a command', async () => {
  await expect(run(throws(new Error('fault')), 'do')).rejects.toThrow('fault')
})

test.each([[], ['--help'], ['help', 'do']])('help is a result: it %s', async (...argv) => {
  const { code, out, failures } = await run(() => {}, ...argv)
  expect({ code, failures }).toEqual({ code: EXIT.ok, failures: [] })
  expect(out).toMatch(/^Usage: it /)
  expect(out).toContain('show this help')
})
