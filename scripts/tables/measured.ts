/** Single figures measured for a fighter, from `fighter.csv`, `lengths.csv`, `tumbles.csv` and `after-specials.csv`. */
import type { Figures, MeasuredFigures } from '../../packages/engine/src/tables/figures.ts'
import type { AfterSpecial } from '../../packages/engine/src/tables/measured.ts'
import { shortest } from './print.ts'
import { attributeOf, cloneOf, fighterBySlug, readTable, type FighterSource, type Row } from './source.ts'

/** The entry rises by a multiple of half of this. */
const ENTRY_STEP = 1.34765625 / 9
/** The fighter whose swing at a ledge the others share, scaled by model size. */
const USUAL_SWING = 'fox'

/** The model scaling as the engine has it. */
const scaleOf = (fighter: FighterSource): number => Math.fround(attributeOf(fighter, 'modelScaling'))

export function measuredFigures(fighter: FighterSource): MeasuredFigures {
  const { figures } = fighter
  const number = (figure: string): number => figures.number(figure)
  return {
    appeal: { right: number('tauntRight'), left: number('tauntLeft'), frames: number('tauntFrames') },
    wakingFrames: number('wakingFrames'),
    brakeHoldFrame: number('brakeHoldFrame'),
    downTiltRepeat: figures.numberOr('downTiltRepeat', Infinity),
    takeoffSteps: number('takeoffSteps'),
    leapSteps: number('leapSteps'),
    isTallOnItsBack: number('isTallOnItsBack') === 1,
    abruptChanges: {
      backAirFrame: figures.numberOr('backAirFrame', -1),
      dodgeBottom: figures.numberOr('dodgeBottom', Infinity),
      landingTop: figures.numberOr('landingTop', Infinity),
    },
    entryHeight: Math.fround(number('entrySteps') * ENTRY_STEP),
    wallPlaces: wallPlaces(fighter),
    flyRoll: flyRoll(fighter),
    bounce: { faceUp: rangeOf(figures, 'bounceFaceUp'), faceDown: rangeOf(figures, 'bounceFaceDown') },
    ledgeSwing: ledgeSwing(fighter),
    ledgeSway: figures.numbers('ledgeSway'),
    animationFrames: animationFrames(fighter),
    faceDown: faceDown(fighter),
    quickFalls: figures.numbers('quickFalls'),
    afterSpecials: afterSpecials(fighter),
  }
}

function rangeOf(figures: Row, figure: string): readonly [number, number] {
  const [first, last] = figures.numbers(figure)
  return [first!, last!]
}

/** The usual figures are for a model of scale 1; a fighter's own are for itself. */
function wallPlaces(fighter: FighterSource): MeasuredFigures['wallPlaces'] {
  const { own, figures } = fighter
  const place = (figure: string): number =>
    own.has(figure) ? own.number(figure) : figures.number(figure) * scaleOf(fighter)
  return { tech: place('wallTech'), leap: place('wallLeap'), bounce: place('wallBounce') }
}

const USUAL_ROLL = { breadth: 2, depth: 0.5 }

/** Where none was measured the joint is as high as the fighter is tall. */
function flyRoll(fighter: FighterSource): MeasuredFigures['flyRoll'] {
  const { figures } = fighter
  if (!figures.has('flyRollJoint')) return { joint: Math.fround(figures.number('ecbTop')), ...USUAL_ROLL }
  const [joint, breadth, depth] = ['flyRollJoint', 'flyRollBreadth', 'flyRollDepth'].map(
    (figure) => figures.number(figure) * scaleOf(fighter),
  )
  return { joint: joint!, breadth: breadth!, depth: depth! }
}

function ledgeSwing(fighter: FighterSource): number[] {
  const { slug, figures } = fighter
  if (figures.has('ledgeSwing')) return figures.numbers('ledgeSwing')
  const clone = (cloneOf(slug, 'ledge-swing') ?? cloneOf(slug, 'animations'))?.of
  const model = clone?.figures.has('ledgeSwing') ? clone : fighterBySlug(USUAL_SWING)
  const scale = scaleOf(fighter) / scaleOf(model)
  return model.figures.numbers('ledgeSwing').map((value) => shortest(value * scale))
}

function animationFrames({ rows }: FighterSource): Figures['lengths'] {
  const own = rows('lengths.csv').filter((row) => row.has('counter'))
  const usual = readTable('common/lengths.csv')
  return Object.fromEntries([...usual, ...own].map((row) => [row.number('action'), row.number('counter')]))
}

/** First and last frames, in pairs; the last of an open window is Infinity. */
function windowsOf(text: string): number[] {
  if (text === 'never') return []
  return text.split(' ').flatMap((range) => {
    const [first, last] = range.split('-')
    return [Number(first), last === '' ? Infinity : Number(last)]
  })
}

function faceDown({ rows }: FighterSource): MeasuredFigures['faceDown'] {
  const all = [...readTable('common/tumbles.csv'), ...rows('tumbles.csv')]
  return Object.fromEntries(all.map((row) => [row.number('action'), windowsOf(row.text('faceDown'))]))
}

/** A clone without any has its model's. */
function afterSpecials(fighter: FighterSource): Readonly<Record<string, AfterSpecial>> {
  const own = fighter.rows('after-specials.csv')
  const rows = own.length > 0 ? own : (cloneOf(fighter.slug, 'animations')?.of.rows('after-specials.csv') ?? [])
  return Object.fromEntries(
    rows.map((row) => {
      const landingLag = row.number('landingLag')
      return [
        row.text('name'),
        row.has('driftShare') ? { landingLag, driftShare: row.number('driftShare') } : { landingLag },
      ]
    }),
  )
}
