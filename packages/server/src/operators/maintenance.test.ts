import { expect, test } from 'vitest'
import { MaintenanceNotice } from './maintenance.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('maintenance is announced until it is over, and under way from its begin', () => {
  let now = 0
  const notice = new MaintenanceNotice(() => now)
  expect([notice.announced, notice.underWay]).toEqual([null, null])
  const maintenance = { text: 'x', startsAt: HOUR, endsAt: 2 * HOUR }
  notice.know(maintenance)
  const at = (moment: number) => {
    now = moment
    return [notice.announced, notice.underWay]
  }
  expect(at(HOUR - 1)).toEqual([maintenance, null])
  expect(at(HOUR)).toEqual([maintenance, maintenance])
  expect(at(2 * HOUR - 1)).toEqual([maintenance, maintenance])
  expect(at(2 * HOUR)).toEqual([null, null])
})

test('what fails during maintenance, or in the quarter of an hour before it, is asked to come back at its end', () => {
  let now = 0
  const notice = new MaintenanceNotice(() => now)
  notice.know({ text: 'x', startsAt: HOUR, endsAt: 2 * HOUR })
  const at = (moment: number) => {
    now = moment
    return notice.retryAfterS(30)
  }
  expect(at(45 * MINUTE - 1)).toBe(30)
  expect(at(45 * MINUTE)).toBe(75 * 60)
  expect(at(HOUR)).toBe(3600)
  expect(at(2 * HOUR - 500)).toBe(30)
  expect(at(2 * HOUR)).toBe(30)
})
