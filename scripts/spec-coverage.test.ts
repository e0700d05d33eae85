import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { coverage, renderCoverage, TABLES, titlesOf } from './spec-coverage.ts'

const covered = coverage()

describe.each(TABLES)('$name', ({ rules }) => {
  test.each(rules)('$name: $says: is named by the title of a test', (rule) => {
    expect(covered.get(rule)).not.toEqual([])
  })
})

test('docs/spec-coverage.md is what the titles of the tests say', async () => {
  expect(readFileSync(new URL('../docs/spec-coverage.md', import.meta.url), 'utf8')).toBe(await renderCoverage())
})

test('a title is read with those of the groups around it, also behind a table of cases', () => {
  const source = [
    "describe('Pad timing rules', () => {",
    "  test('1: it\\'s polled', () => {",
    '  })',
    "  test.each([1, 2])('2: %i', () => {})",
    '  test.each([',
    '    1,',
    '  ])(',
    "    '3: %i', () => {})",
    "  test.each(['a', ')('] as const)(",
    "    '4: %s',",
    '    () => {},',
    '  )',
    "  describe.each(['x'])('5, %s:', () => {",
    "    test('b', () => call()('c'))",
    '  })',
    '  test.each([',
    '    2,',
    "  ] as const)('6: %i', () => {})",
    '})',
    'test("alone", () => {})',
  ]
  expect(titlesOf(source.join('\n'))).toEqual([
    "Pad timing rules 1: it's polled",
    'Pad timing rules 2: %i',
    'Pad timing rules 3: %i',
    'Pad timing rules 4: %s',
    'Pad timing rules 5, %s: b',
    'Pad timing rules 6: %i',
    'alone',
  ])
})
