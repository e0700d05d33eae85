import { expect, test } from 'vitest'
import { contrast, luminance, teamOf } from './colours.ts'

const GROUND = { light: '#ffffff', dark: '#101216' } as const

test.each(['light', 'dark'] as const)('names of both teams can be read on the %s theme', (theme) => {
  for (const port of [0, 1]) {
    for (let costume = 0; costume < 6; costume++) {
      expect(contrast(teamOf(port, costume, theme).mark, GROUND[theme])).toBeGreaterThan(4.4)
    }
  }
})

test('the teams differ in brightness too', () => {
  const [red, blue] = [teamOf(0, 0, 'light'), teamOf(1, 0, 'light')]
  expect(luminance(red.base)).toBeGreaterThan(luminance(blue.base) * 1.05)
})

test('what belongs to nobody has a colour of its own', () => {
  const [nobodys, red] = [teamOf(-1, 0, 'dark'), teamOf(0, 0, 'dark')]
  expect(nobodys.base).toMatch(/^#[\da-f]{6}$/)
  expect(nobodys.base).not.toBe(red.base)
})
