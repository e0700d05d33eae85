/** Counters on which pummels hit, measured on public recordings; fighters that none shows take the usual one. By internal id. */
const PUMMELS: Readonly<Record<number, number>> = {
  1: 4,
  2: 4,
  3: 9,
  7: 9,
  9: 13,
  13: 9,
  15: 10,
  18: 6,
  22: 4,
  23: 2,
}

const USUAL = 6

export function pummelFrameOf(internalId: number): number {
  return PUMMELS[internalId] ?? USUAL
}
