/** How far the entry rises, measured on public recordings; by internal id. */
import { f } from '../../math.ts'

/** The entry rises by a whole number of these, or by a half between. */
const ENTRY_STEP = 1.34765625 / 9
const USUAL_ENTRY_STEPS = 9
const ENTRY_STEPS: Readonly<Record<number, number>> = {
  0: 8,
  2: 11,
  3: 12,
  5: 18,
  7: 8,
  8: 7,
  9: 7,
  10: 16,
  11: 16,
  12: 7,
  15: 8.5,
  16: 11,
  17: 8,
  20: 8,
  21: 8,
  22: 8.5,
  23: 6,
  25: 11,
}

export function entryHeightOf(internalId: number): number {
  return f((ENTRY_STEPS[internalId] ?? USUAL_ENTRY_STEPS) * ENTRY_STEP)
}
