import { expect, test } from 'vitest'
import { linkEvents, missedText } from './receipt-words.ts'

const pads = {
  polled: 5123,
  missed: 120,
  late: 118,
  down: 12,
  paused: 0,
  short: 0,
  shortPolls: 0,
  first: -123,
  last: 4999,
  received: 0,
  corrections: 0,
  ignoredLate: 0,
  ignoredSeen: 0,
  ignoredTooFar: 0,
  reversed: 0,
  malformed: 0,
  malformedBytes: 0,
  texts: 0,
}

test('missed pads are divided into those that came too late and those that never came', () => {
  expect(missedText(pads)).toBe(
    '120 of 5,123 (2.3%): 118 came too late, 2 never came, 12 fell into times without a socket',
  )
  expect(missedText({ ...pads, missed: 0, late: 0, down: 0 })).toBe('none')
})

test('dials and sockets are told in the order of time, with the time that the bot was without a socket', () => {
  const events = linkEvents({
    connections: [
      {
        opened: { ms: 12.4, frame: null },
        dialMs: 12.4,
        failedDials: 0,
        ended: { ms: 41_000, frame: 2200, why: 'bot-closed', code: 1011, detail: 'index out of range' },
      },
      { opened: { ms: 43_500, frame: 2350 }, dialMs: 30.5, failedDials: 1, ended: null },
    ],
    connectionCount: 2,
    failedDials: [{ ms: 41_260, frame: 2215, tookMs: 1.1, why: 'upgrade: connection refused' }],
    failedDialCount: 1,
    pick: null,
    roundTripMs: null,
    unansweredPings: 0,
    heard: true,
  })
  expect(events.map(({ ms, says }) => [ms, says])).toEqual([
    [12.4, 'Socket opened, in 12 ms.'],
    [41_000, 'The bot closed the socket (code 1011, “index out of range”).'],
    [41_260, 'A dial failed after 1.1 ms: upgrade: connection refused.'],
    [43_500, 'Socket opened, in 31 ms. The bot was without a socket for 2.5 s.'],
  ])
  expect(events.map(({ isFault }) => isFault)).toEqual([false, true, true, false])
})
