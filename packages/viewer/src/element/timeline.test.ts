import { ReplayColumns } from '@arena/slp'
import { expect, it } from 'vitest'
import { Timeline } from './timeline.ts'

it('marks stocks lost and hits of 15 % or more, once, while a replay grows', () => {
  const columns = new ReplayColumns()
  columns.reserve(100)
  const { at, post } = columns.addFighter(0)
  at.postAt.fill(1, 0, 100)
  post.stocksRemaining.fill(4, 0, 60)
  post.stocksRemaining.fill(3, 60, 100)
  post.percent.fill(14.9, 10, 20)
  post.percent.fill(30, 20, 60)
  const timeline = new Timeline()
  columns.count = 40
  expect(timeline.extend(columns)).toBe(true)
  columns.count = 100
  expect(timeline.extend(columns)).toBe(true)
  expect(timeline.extend(columns)).toBe(false)
  expect(timeline.marks.map(({ kind, port, frame }) => [kind, port, frame])).toEqual([
    ['hit', 0, -103],
    ['stock', 0, -63],
  ])
})
