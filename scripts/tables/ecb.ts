/** The measured ECBs of a fighter, from `ecb.csv`. */
import type { Figures } from '../../packages/engine/src/tables/figures.ts'
import type { FighterSource, Row } from './source.ts'

const isBottom = (row: Row): boolean => row.text('part') === 'bottom'
/** To a hundredth of a unit. */
const rounded = (value: number): number => Math.round(value * 100) / 100

/** For each action the frames from which a bottom holds, and the bottom. */
export function ecbBottoms({ rows }: FighterSource): Figures['ecbBottoms'] {
  const bottoms: Record<number, { from: number[]; bottom: number[] }> = {}
  for (const row of rows('ecb.csv').filter(isBottom)) {
    const steps = (bottoms[row.number('action')] ??= { from: [], bottom: [] })
    const values = row.numbers('values')
    for (const [i, value] of values.entries()) {
      if (value === values[i - 1]) continue
      steps.from.push(row.number('from') + i)
      steps.bottom.push(rounded(value))
    }
  }
  return bottoms
}

const PARTS = { side: ['ahead', 'behind'], ahead: ['ahead'], behind: ['behind'], top: ['top'] } as const

/** By animation frame from 0; 0 where none was measured. */
export function ecbPoses({ rows }: FighterSource): Figures['ecbPoses'] {
  const poses: Record<number, Record<'ahead' | 'behind' | 'top', number[]>> = {}
  for (const row of rows('ecb.csv')) {
    if (isBottom(row)) continue
    const pose = (poses[row.number('action')] ??= { ahead: [], behind: [], top: [] })
    for (const part of PARTS[row.text('part') as keyof typeof PARTS]) {
      for (const [i, value] of row.numbers('values').entries()) {
        const frame = row.number('from') + i
        while (pose[part].length < frame) pose[part].push(0)
        pose[part][frame] = rounded(value)
      }
    }
  }
  return poses
}
