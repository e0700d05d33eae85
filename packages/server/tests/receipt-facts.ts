/** What a host may have written down of a bot, for tests of what becomes of it. */
import type { ReceiptFacts } from '@arena/protocol'

/** A bot that paused once, for 900 ms, and whose socket was cut and redialled. */
export function receiptFacts(pads: Partial<ReceiptFacts['pads']> = {}): ReceiptFacts {
  return {
    pads: {
      polled: 5123,
      missed: 120,
      late: 118,
      down: 12,
      paused: 100,
      short: 0,
      shortPolls: 0,
      first: -123,
      last: 4999,
      received: 5121,
      corrections: 0,
      ignoredLate: 118,
      ignoredSeen: 118,
      ignoredTooFar: 0,
      reversed: 0,
      malformed: 0,
      malformedBytes: 0,
      texts: 0,
      ...pads,
    },
    arrivals: {
      slackMs: { least: -871.2, p1: -250, p50: 31, p99: 33 },
      histogram: [
        { ms: -250, pads: 60 },
        { ms: -40, pads: 58 },
        { ms: 29, pads: 1003 },
        { ms: 30, pads: 2000 },
        { ms: 31, pads: 2000 },
      ],
      worst: [
        { frame: 815, slackMs: -871.2 },
        { frame: 816, slackMs: -854.5 },
      ],
      leads: [{ lead: 2, pads: 5003 }],
      groups: [{ pads: 1, times: 5100 }],
      longestGap: { frame: 812, ms: 903.4 },
      pauses: {
        count: 1,
        totalMs: 903.4,
        everyMs: null,
        isRegular: false,
        longest: [{ frame: 812, ms: 903.4, missed: 100, short: 0, pollLateMs: 0.4 }],
      },
      silentAtEndMs: 11.2,
      slide: null,
    },
    link: {
      connections: [
        {
          opened: { ms: 12.4, frame: null },
          dialMs: 12.4,
          failedDials: 0,
          ended: { ms: 41_000, frame: 2200, why: 'bot-closed', code: 1011, detail: 'index out of range' },
        },
        {
          opened: { ms: 41_320, frame: 2219 },
          dialMs: 30.5,
          failedDials: 1,
          ended: { ms: 88_000, frame: 4999, why: 'match-over', code: null, detail: '' },
        },
      ],
      connectionCount: 2,
      failedDials: [{ ms: 41_260, frame: 2215, tookMs: 1.1, why: 'upgrade: connection refused' }],
      failedDialCount: 1,
      pick: { askedMs: 12.6, tookMs: 4.8, outcome: 'answered' },
      roundTripMs: { least: 3.1, p50: 3.9, max: 870.2 },
      unansweredPings: 0,
      heard: true,
    },
    arena: { pollLateMs: { p50: 0.1, p99: 0.4, max: 2.1 }, stepMs: { p50: 0.5, p99: 1.2, max: 7.7 } },
  }
}
