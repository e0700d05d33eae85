/**
 * Reports how many recorded hits the engine finds on their exact frame, and how many of these at the recorded height,
 * by victim.
 */
import { addHitSteps, emptyHitSteps, FIGHTERS, type HitSteps } from '../resim/index.ts'
import { share, table } from './text.ts'

export function stepReportOf(results: readonly ReadonlyMap<number, HitSteps>[]): [name: string, steps: HitSteps][] {
  const all = emptyHitSteps()
  const victims = new Map<string, HitSteps>()
  for (const result of results) {
    for (const [fighter, steps] of result) {
      const { name } = FIGHTERS[fighter]!
      const sum = victims.get(name) ?? emptyHitSteps()
      victims.set(name, sum)
      addHitSteps(sum, steps)
      addHitSteps(all, steps)
    }
  }
  return [['all', all], ...[...victims].sort(([, a], [, b]) => b.hits - a.hits)]
}

export function printStepReport(rows: readonly (readonly [name: string, steps: HitSteps])[]): string {
  return table(
    ['victim', 'hits', 'found', 'height right', 'extra', 'on shields', 'found', 'extra'],
    rows.map(([name, { hits, found, heightShown, right, extra, shieldHits, shieldFound, shieldExtra }]) => [
      name,
      hits,
      share(found, hits),
      share(right, heightShown),
      extra,
      shieldHits,
      share(shieldFound, shieldHits),
      shieldExtra,
    ]),
  )
}
