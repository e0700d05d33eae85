/** All figures of a fighter. */
import type { Figures, FighterAttributes } from '../../packages/engine/src/tables/figures.ts'
import { lengthFigures, ownActions, rootMotion, windowFigures } from './actions.ts'
import { ecbBottoms, ecbPoses } from './ecb.ts'
import { articleFigures, heldFigures, holdFigures, throwFigures } from './holds.ts'
import { hurtboxFigures } from './hurtboxes.ts'
import { measuredFigures } from './measured.ts'
import { moveFigures, placeFigures } from './moves.ts'
import { growthsOf, outlineFigures, regionFigures, shieldFigures } from './outlines.ts'
import { FIGHTERS, type FighterSource, type Row } from './source.ts'

export const ATTRIBUTES: readonly string[] = FIGHTERS[0]!.rows('attributes.csv').map((row) => row.text('attribute'))

export function figuresOf(fighter: FighterSource): Figures {
  const { figures } = fighter
  const number = (figure: string): number => figures.number(figure)
  return {
    attributes: attributesOf(fighter),
    ledge: {
      hangX: number('ledgeHangX'),
      hangY: number('ledgeHangY'),
      snapX: number('ledgeSnapX'),
      snapY: number('ledgeSnapY'),
      snapHeight: number('ledgeSnapHeight'),
    },
    body: { side: number('ecbSide'), top: number('ecbTop'), bottom: number('ecbBottom'), push: number('pushWidth') },
    shield: shieldFigures(fighter),
    leaning: { low: number('hitLow'), high: number('hitHigh') },
    held: heldFigures(fighter),
    airJumps: airJumps(fighter, 'vy', (row) => ({ vy: row.number('vy'), vx: row.number('vx') })),
    airJumpCurves: airJumps(fighter, 'curve', (row) => row.numbers('curve')),
    actions: ownActions(fighter),
    lengths: lengthFigures(fighter),
    windows: windowFigures(fighter),
    rootMotion: rootMotion(fighter),
    ecbBottoms: ecbBottoms(fighter),
    ecbPoses: ecbPoses(fighter),
    moves: moveFigures(fighter),
    places: placeFigures(fighter),
    hurtboxes: hurtboxFigures(fighter),
    outline: outlineFigures(fighter),
    growths: growthsOf(fighter),
    regions: regionFigures(fighter),
    holds: holdFigures(fighter),
    throws: throwFigures(fighter),
    articles: articleFigures(fighter),
    measured: measuredFigures(fighter),
  }
}

function attributesOf({ slug, rows }: FighterSource): FighterAttributes {
  const attributes = rows('attributes.csv').map((row) => [row.text('attribute'), row.number('value')] as const)
  if (attributes.map(([name]) => name).join() !== ATTRIBUTES.join()) {
    throw new Error(`${slug}/attributes.csv does not name the attributes of the others`)
  }
  return Object.fromEntries(attributes) as FighterAttributes
}

/** Only air jumps with a figure. */
function airJumps<T>({ rows }: FighterSource, column: string, figureOf: (row: Row) => T): Record<number, T> {
  const known = rows('air-jumps.csv').filter((row) => row.has(column))
  return Object.fromEntries(known.map((row) => [row.number('action'), figureOf(row)]))
}
