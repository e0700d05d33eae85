import { expect, it } from 'vitest'
import { fighterBySlug, Row } from './source.ts'
import { buildSpecials } from './specials.ts'

function built(...figures: readonly (readonly [figure: string, value: string])[]): string | undefined {
  const rows = figures.map(([figure, value]) => new Row({ special: 'dolphin-slash', figure, value }, 'specials.csv'))
  return buildSpecials({ ...fighterBySlug('marth'), ownRows: (file) => (file === 'specials.csv' ? rows : []) })
}

it('single figures have single precision, series keep their digits, and a dot puts one figure into another', () => {
  expect(built(['driftShare', '0.4'], ['path.from', '6'], ['path.x', '0.75685 0.7145'])).toContain(`{
  dolphinSlash: {
    driftShare: f(0.4),
    path: {
      from: 6,
      x: [0.75685, 0.7145],
    },
  },
}`)
})

it('a value that is no figure, and a figure that is there twice, are refused by name', () => {
  expect(() => built(['driftShare', '0,4'])).toThrow('marth/specials.csv: dolphin-slash driftShare: "0,4" is no figure')
  expect(() => built(['path.x', '1 2 x'])).toThrow('marth/specials.csv: dolphin-slash path.x: "x" is not a number')
  expect(() => built(['lag', '4'], ['lag', '5'])).toThrow('marth/specials.csv: dolphin-slash lag is there twice')
  expect(() => built(['lag', '4'], ['lag.air', '5'])).toThrow('dolphin-slash lag.air is there twice')
})
