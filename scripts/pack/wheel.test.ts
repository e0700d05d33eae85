import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { WHEEL } from '../../packages/server/src/kit/served-kit.ts'
import { readProject } from './python-project.ts'
import { packWheel } from './wheel.ts'
import { zipped } from './zip.ts'

describe('the wheel', () => {
  const wheel = packWheel()

  test('has the name under which it is served, in the version of the arena', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(wheel).toMatchObject({ file: WHEEL, name: 'bot-arena', version })
  })

  test('has that name in every page and template that installs it', () => {
    const texts = [
      'docs/python.md',
      'docs/training.md',
      'python/README.md',
      'packages/kit/templates/python/requirements.txt',
    ]
    for (const path of texts) {
      const named = readFileSync(path, 'utf8').match(/bot_arena-[^\s"'`]*\.whl/g)
      expect(new Set(named), path).toEqual(new Set([WHEEL]))
    }
  })

  test('is always the same bytes for the same content', () => {
    expect(packWheel().bytes.equals(wheel.bytes)).toBe(true)
    const entries = [{ path: 'a/ä.py', content: Buffer.from('x = 1\n') }]
    expect(zipped(entries).equals(zipped(entries))).toBe(true)
  })
})

describe('pyproject.toml', () => {
  const text = `
[build-system]
requires = ["hatchling>=1.27"]
[project]
name = "bot-arena"
version = "1.2.3"
description = "Serve, [bridge] and train."
readme = "README.md"
requires-python = ">=3.10"
license = "MIT"
authors = [{ name = "Somebody" }]
# A list may have several lines.
dependencies = [
  "one>=1",
  "two[x]>=2; python_version < '3.11'",
]
[project.optional-dependencies]
more = ["three"]
[tool.other]
name = "not this"
`

  test('is read as far as a wheel needs it', () => {
    expect(readProject(text)).toEqual({
      name: 'bot-arena',
      version: '1.2.3',
      description: 'Serve, [bridge] and train.',
      readme: 'README.md',
      license: 'MIT',
      requiresPython: '>=3.10',
      classifiers: [],
      dependencies: ['one>=1', "two[x]>=2; python_version < '3.11'"],
      extras: { more: ['three'] },
    })
  })

  test('what is missing or written otherwise is an error that names it', () => {
    expect(() => readProject('[tool]')).toThrow('no table [project]')
    expect(() => readProject(text.replace('license = "MIT"', ''))).toThrow('license is not written as it is read here')
    expect(() => readProject(text.replace('"three"', '3'))).toThrow('more is not a list of texts')
  })
})
