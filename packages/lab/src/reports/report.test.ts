import { expect, test } from 'vitest'
import { printReport, reportOf, type FileResult } from './report.ts'

/** A recording whose free run first diverges on this frame. */
const diverging = (firstDivergence: number | null): FileResult => ({
  file: 'a.slp',
  version: '3.18.0',
  windows: { tallies: new Map(), losses: [], divergences: [], judged: 0, windows: 0 },
  free: { tallies: new Map(), losses: [], divergences: [], firstDivergence },
})

test.each([
  [[300, 100, null], 'on frame 300'],
  [[100, null], 'on frame 100'],
  [[400, 100, null, 300], 'on frame 300'],
  [[null, null, 100], 'never'],
] as const)('the median of an even number is the lower of the two in the middle: %j', (frames, expected) => {
  const text = printReport(reportOf(frames.map(diverging), []), 30)
  expect(text).toMatch(new RegExp(`^free run: the median recording first diverges .* ${expected}$`, 'm'))
})
