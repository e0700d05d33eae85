import { expect, test } from 'vitest'
import { dueThrough, endOf, monthOf, monthsBetween, startOf } from './months.ts'

const at = (text: string) => Date.parse(text)
const made = (through: string, madeAt: string, firstMadeAt = '2026-11-02T01:00Z') => {
  return { through: at(through), madeAt: at(madeAt), firstMadeAt: at(firstMadeAt) }
}
const dueAt = (now: string, files: ReturnType<typeof made> | null = null) => {
  const through = dueThrough('2026-11', files, at(now))
  return through === null ? null : new Date(through).toISOString().slice(0, 10)
}

test('months are those of UTC, one after another', () => {
  expect(monthOf(at('2026-11-30T23:59:59.999Z'))).toBe('2026-11')
  expect([startOf('2026-12'), endOf('2026-12')]).toEqual([at('2026-12-01T00:00Z'), at('2027-01-01T00:00Z')])
  expect(monthsBetween(at('2026-11-30T10:00Z'), at('2027-02-01T00:00Z'))).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
    '2027-02',
  ])
  expect(monthsBetween(at('2026-11-03T10:00Z'), at('2026-11-02T00:00Z'))).toEqual(['2026-11'])
})

test('a month that runs is made each day, up to the last midnight, an hour after it', () => {
  expect(dueAt('2026-11-01T12:00Z')).toBeNull()
  expect(dueAt('2026-11-02T00:59Z')).toBeNull()
  expect(dueAt('2026-11-02T01:00Z')).toBe('2026-11-02')
  expect(dueAt('2026-11-07T12:00Z')).toBe('2026-11-07')
  expect(dueAt('2026-11-07T12:00Z', made('2026-11-07', '2026-11-07T01:00Z'))).toBeNull()
  expect(dueAt('2026-11-08T00:30Z', made('2026-11-07', '2026-11-07T01:00Z'))).toBeNull()
  expect(dueAt('2026-11-08T01:00Z', made('2026-11-07', '2026-11-07T01:00Z'))).toBe('2026-11-08')
})

test('one that is over is made for three days more, and then never again', () => {
  expect(dueAt('2026-12-01T01:00Z', made('2026-11-30', '2026-11-30T01:00Z'))).toBe('2026-12-01')
  expect(dueAt('2026-12-01T12:00Z', made('2026-12-01', '2026-12-01T01:00Z'))).toBeNull()
  expect(dueAt('2026-12-02T01:00Z', made('2026-12-01', '2026-12-01T01:00Z'))).toBe('2026-12-01')
  expect(dueAt('2026-12-04T01:00Z', made('2026-12-01', '2026-12-03T01:00Z'))).toBe('2026-12-01')
  expect(dueAt('2026-12-05T01:00Z', made('2026-12-01', '2026-12-04T01:00Z'))).toBeNull()
  // The arena was away when it ended.
  expect(dueAt('2027-06-01T01:00Z', made('2026-11-20', '2026-11-20T01:00Z'))).toBe('2026-12-01')
})

test('one that was never made, as before an upgrade, is made at once and for three days more', () => {
  const first = '2027-06-10T14:00Z'
  expect(dueAt(first)).toBe('2026-12-01')
  expect(dueAt('2027-06-10T20:00Z', made('2026-12-01', first, first))).toBeNull()
  expect(dueAt('2027-06-11T01:00Z', made('2026-12-01', first, first))).toBe('2026-12-01')
  expect(dueAt('2027-06-14T01:00Z', made('2026-12-01', '2027-06-13T15:00Z', first))).toBeNull()
})
