import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runKit } from './program.ts'
import { Terminal } from './terminal.ts'

async function kit(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' }
  const write = (to: 'out' | 'err') => ({ write: (part: string) => (text[to] += part) })
  const code = await runKit(argv, new Terminal(new AbortController().signal, write('out'), write('err')))
  return { code, ...text }
}

describe('help', () => {
  test('is shown when it is asked for, or nothing is; a line fits a terminal', async () => {
    const { out: list } = await kit()
    const names = [...list.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!).filter((name) => name !== 'help')
    expect(names).toContain('play')
    for (const argv of [[], ['--help'], ['help'], ...names.map((name) => [name, '--help'])]) {
      const { code, out, err } = await kit(...argv)
      expect({ argv, code, err }).toEqual({ argv, code: 0, err: '' })
      expect(out).toContain('Usage: arena-kit')
      for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(120)
    }
  })

  test('of every command says what its exit code means, and offers JSON', async () => {
    const { out: list } = await kit()
    for (const [, name] of list.matchAll(/^ {2}(\w+)/gm)) {
      if (name === 'help') continue
      const { out } = await kit(name!, '--help')
      expect(out, name).toMatch(/--json|Commands:/)
      expect(out, name).toMatch(/The exit code is 0|Commands:/)
    }
  })
})

test('--version names the version of the kit', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(await kit('--version')).toEqual({ code: 0, out: `arena-kit ${version}\n`, err: '' })
})

describe('a wrong command line ends with 2, and says what is wrong', () => {
  test.each([
    [['fly'], "unknown command 'fly'"],
    [['plai'], "unknown command 'plai'\n(Did you mean play?)"],
    [['play'], "missing required argument 'bot'"],
    [['play', 'nobody'], "command-argument value 'nobody' is invalid for argument 'bot'. It is no file, no URL"],
    [['play', 'ember', 'tide', 'gale'], 'too many arguments'],
    [['play', 'ember', '--games', '0'], "option '--games <n>' argument '0' is invalid. It has to be a whole number"],
    [['play', 'ember', '--games'], "option '--games <n>' argument missing"],
    [['play', 'ember', '--slow'], "unknown option '--slow'"],
    [['inspect', 'none.slp'], 'There is no such file.'],
  ])('%j', async (argv, why) => {
    const { code, out, err } = await kit(...argv)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`arena-kit: `)
    expect(err).toContain(why)
  })

  test('for a program, as JSON', async () => {
    const { code, out, err } = await kit('inspect', 'none.slp', '--json')
    expect({ code, err }).toEqual({ code: 2, err: '' })
    expect(JSON.parse(out)).toEqual({ error: expect.stringContaining('There is no such file.') })
  })
})
