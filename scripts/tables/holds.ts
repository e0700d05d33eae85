/** Where a fighter holds its victims, how its throws release, and the articles that it makes. */
import type { Figures, HeldFigures } from '../../packages/engine/src/tables/figures.ts'
import type { ArticleSpawn, ThrowEnd } from '../../packages/engine/src/tables/throws.ts'
import { shortest } from './print.ts'
import { cloneOf, type FighterSource } from './source.ts'

/** Paths are kept in thousandths. */
const PER_UNIT = 1000
/** Height at which no holder lifts the victim. */
const NO_LIFT = 999
/**
 * Height of a held Fox's hips above its feet; a path is the place of the feet. In throws, and in grabs (inferred from
 * Falco's throws and from how much lower he hangs).
 */
const THROWN_HIPS = 8.3
const HELD_HIPS = 10.56
/** Common actions that hold: a clone's animations of them are its model's. */
const FIRST_GRAB = 212
const FIRST_THROW = 219
const LAST_THROW = 222

type Holds = Record<number, Figures['holds'][number]>

function ownHolds({ slug, rows }: FighterSource): Holds {
  const holds: Holds = {}
  for (const row of rows('holds.csv')) {
    const [frames, ahead] = [row.numbers('frames'), row.numbers('ahead')]
    const above = row.has('above') ? row.numbers('above') : frames.map(() => 0)
    if (ahead.length !== frames.length || above.length !== frames.length) {
      throw new Error(`${slug}/holds.csv: ${row.text('action')} has uneven series`)
    }
    const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * PER_UNIT) / PER_UNIT + 0)
    holds[row.number('action')] = { frames: rounded(frames), ahead: rounded(ahead), above: rounded(above) }
  }
  return holds
}

/** With grabs and throws of a clone's model, scaled by model size (to 0.001 where both are known). */
export function holdFigures(fighter: FighterSource): Figures['holds'] {
  const holds = ownHolds(fighter)
  const model = cloneOf(fighter.slug, 'animations')
  if (!model) return holds
  for (const [key, { frames, ahead, above }] of Object.entries(ownHolds(model.of))) {
    const action = Number(key)
    if (action in holds || action < FIRST_GRAB || action > LAST_THROW) continue
    const hips = action < FIRST_THROW ? HELD_HIPS : THROWN_HIPS
    holds[action] = {
      frames,
      ahead: ahead.map((x) => shortest(Math.fround(x) * model.scale)),
      above: above.map((y) => shortest((Math.fround(y) + hips) * model.scale - hips)),
    }
  }
  return holds
}

export function heldFigures({ figures }: FighterSource): HeldFigures {
  const heldAhead = figures.numberOr('heldAhead', 0)
  return {
    heldAhead,
    hungAhead: figures.numberOr('hungAhead', heldAhead),
    heldAbove: figures.numberOr('heldAbove', 0),
    thrownAhead: figures.numberOr('thrownAhead', 0),
    thrownAbove: figures.numberOr('thrownAbove', 0),
    lift: figures.numberOr('lift', NO_LIFT),
  }
}

function ownThrows({ rows }: FighterSource): Record<number, ThrowEnd> {
  return Object.fromEntries(
    rows('throws.csv').map((row) => {
      const [frame, from, bottom, tall, draws] = ['release', 'from', 'bottom', 'tall', 'draws'].map((column) =>
        row.numberOr(column, 0),
      )
      return [row.number('action'), { frame: frame!, from: from!, bottom: bottom!, tall: tall!, draws: draws! }]
    }),
  )
}

/** A clone's throws release as its model's do. */
export function throwFigures(fighter: FighterSource): Figures['throws'] {
  const model = cloneOf(fighter.slug, 'animations')
  return { ...(model && ownThrows(model.of)), ...ownThrows(fighter) }
}

export function articleFigures({ rows }: FighterSource): Figures['articles'] {
  const articles: Record<number, ArticleSpawn[]> = {}
  for (const row of rows('projectiles.csv')) {
    const figure = (column: string): number => row.numberOr(column, 0) + 0
    const list = (articles[row.number('action')] ??= [])
    list.push({
      item: row.number('item'),
      vx: figure('vx'),
      vy: figure('vy'),
      x: figure('x'),
      y: figure('y'),
      timer: figure('timer'),
      life: figure('life'),
    })
  }
  return articles
}
