import { describe, expect, test } from 'vitest'
import { numbers } from '../../../../scripts/tests/series.ts'
import { drawChart, type ChartLine, type ChartOptions } from './chart.ts'

const PLAIN: ChartOptions = { width: 40, isUnicode: true, paint: (_player, text) => text }

/** Percent rises from 0 to 100 and falls to 0 with the stock, twice in 20 seconds. */
const RISING: ChartLine = {
  name: 'Ann',
  percent: numbers(1200).map((row) => (row % 600) / 6),
  stocks: numbers(1200).map((row) => (row < 600 ? 4 : 3)),
}
const UNHURT: ChartLine = { name: 'Bess', percent: numbers(1200).map(() => 0), stocks: numbers(1200).map(() => 4) }

describe('the chart of percents', () => {
  test('has a panel for each player, on one scale and one line of time', () => {
    expect(drawChart([RISING, UNHURT], -123, PLAIN)).toEqual([
      '  Ann',
      '    100% │            ▃▅█            ▃▅█',
      '         │         ▃▅████         ▃▅████',
      '         │      ▃▅███████      ▃▅███████',
      '         │   ▃▅██████████   ▃▅██████████',
      '      0% │▃▅█████████████▃▅█████████████',
      '         └──────────────────────────────',
      '  stocks  4              3',
      '',
      '  Bess',
      '    100% │',
      '         │',
      '         │',
      '         │',
      '      0% │',
      '         └──────────────────────────────',
      '  stocks  4',
      '             0:00           0:10',
      '',
    ])
  })

  test('shows the highest percent of each stretch, a tenth of a cell and up', () => {
    const lines = drawChart([{ name: 'Ann', percent: [0, 1, 0, 50], stocks: [4, 4, 4, 4] }], -123, PLAIN)
    expect(lines.slice(1, 6)).toEqual([
      '     50% │   █',
      '         │   █',
      '         │   █',
      '         │   █',
      '      0% │ ▁ █',
    ])
  })

  test('names stocks where they change', () => {
    const line = drawChart([RISING], -123, PLAIN).find((text) => text.startsWith('  stocks'))!
    expect(line).toBe(`  stocks  4${' '.repeat(14)}3`)
  })

  test('keeps to the width, and to ASCII where it has to', () => {
    for (const width of [30, 80, 120]) {
      const lines = drawChart([RISING, UNHURT], -123, { ...PLAIN, width, isUnicode: false })
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(width)
        expect(line).toMatch(/^[ -~]*$/)
      }
    }
    expect(drawChart([RISING], -123, { ...PLAIN, width: 10 })).toEqual([])
    expect(drawChart([{ name: 'Ann', percent: [], stocks: [] }], -123, PLAIN)).toEqual([])
  })

  test('colours what is drawn for a player, and nothing else', () => {
    const paint = (player: number, text: string): string => `<${player}>${text}</>`
    const lines = drawChart([RISING, UNHURT], -123, { ...PLAIN, paint })
    expect(lines.filter((line) => line.includes('<0>'))).toHaveLength(5)
    // An empty line needs no colour.
    expect(lines.filter((line) => line.includes('<1>'))).toHaveLength(0)
    for (const line of lines) if (!line.includes('│')) expect(line).not.toContain('<')
  })

  test('counts time from frame 0 on, with room between the marks', () => {
    const long: ChartLine = { name: 'Ann', percent: numbers(14_123).map(() => 1), stocks: numbers(14_123).map(() => 4) }
    const lines = drawChart([long], -123, { ...PLAIN, width: 80 })
    expect(lines.at(-2)).toBe('          0:00              1:00              2:00              3:00')
  })
})
