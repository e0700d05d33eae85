import { describe, expect, it } from 'vitest'
import { crosses, DISTANCE, probe } from './crossing.ts'

function crossing(...asked: number[]): number {
  probe.set(asked)
  return crosses() ? probe[DISTANCE]! : -1
}

describe('crossing a line', () => {
  it("goes from the line's outer side, on the left of its direction, to the other", () => {
    expect(crossing(0, 0, 10, 0, 5, 1, 5, -1)).toBe(1)
    expect(crossing(0, 0, 10, 0, 5, -1, 5, 1)).toBe(-1)
    expect(crossing(0, 10, 0, 0, 2, 5, -1, 5)).toBe(4)
    expect(crossing(0, 10, 0, 0, -1, 5, 2, 5)).toBe(-1)
    expect(crossing(0, 0, 10, 10, 4, 6, 6, 4)).toBeCloseTo(2)
    expect(crossing(0, 0, 10, 10, 6, 4, 4, 6)).toBe(-1)
  })

  it('reaches a tenth of a unit past the ends of a vertical or level line, if the path comes between them at all', () => {
    expect(crossing(0, 0, 10, 0, 9.9, 1, 10.2, -1)).toBeGreaterThan(0)
    expect(crossing(0, 0, 10, 0, 9.9, 1, 10.4, -1)).toBe(-1)
    expect(crossing(0, 0, 10, 0, 10.05, 1, 10.05, -1)).toBe(-1)
    expect(crossing(0, 0, 10, 10, 11, 12, 12, 11)).toBe(-1)
  })

  it('may end on the line, and begin on it', () => {
    expect(crossing(0, 0, 10, 0, 5, 1, 5, 0)).toBe(1)
    expect(crossing(0, 0, 10, 0, 5, 0, 5, -1)).toBe(0)
    expect(crossing(0, 0, 10, 0, 5, 0, 6, 0)).toBe(-1)
  })
})
