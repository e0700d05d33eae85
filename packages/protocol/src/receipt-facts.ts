/**
 * What the host of a match writes down of one bot: when its pads arrived, its sockets, and how punctual the arena was. Every list
 * has a largest length. Times are milliseconds; those of a moment count from the first dial of the match.
 */
import { z } from 'zod'
import { MODES } from './modes.ts'

const count = z.int().min(0)
const ms = z.number()
const frame = z.int()

/** Slack beyond this many milliseconds, before or after the poll, counts in the first or last entry of the histogram. */
export const MOST_SLACK_MS = 250
export const WORST_FRAMES = 20
export const KEPT_PAUSES = 20
export const KEPT_CONNECTIONS = 20
/** A group of more pads counts as one of this many. */
export const LARGEST_GROUP = 16
/** Longest words of a bot, of a system or of a library that a receipt repeats. */
const WORDS = 200
const { padWindow } = MODES.live

const words = z.string().max(WORDS)
const moment = z.object({
  ms: ms.meta({ description: 'When, counted from the first dial.' }),
  frame: frame.nullable().meta({ description: 'The frame polled last by then; null before the game.' }),
})

const Spread = z
  .object({
    p50: ms.meta({ description: 'The median.' }),
    p99: ms.meta({ description: 'One in a hundred is longer.' }),
    max: ms.meta({ description: 'The longest.' }),
  })
  .meta({
    id: 'Spread',
    description: 'How long something took, in milliseconds.',
    examples: [{ p50: 1, p99: 3, max: 9 }],
  })

export const ReceiptPads = z
  .object({
    polled: count.meta({ description: 'Polls of the match, one for each frame.' }),
    missed: count.meta({ description: 'Polls that found no pad. The next four count some of them.' }),
    late: count.meta({ description: 'Missed, and the pad came afterwards.' }),
    down: count.meta({ description: 'Missed while no socket was open.' }),
    paused: count.meta({ description: 'Missed during a pause.' }),
    short: count.meta({
      description:
        'Missed although the arena had sent the frame to answer later than the lead promises: its own fault.',
    }),
    shortPolls: count.meta({ description: 'All polls with so little time, missed or not.' }),
    first: frame.nullable().meta({ description: 'The first frame polled with a pad; null where there is none.' }),
    last: frame.nullable().meta({ description: 'The last frame polled with a pad.' }),
    received: count.meta({ description: 'Messages of 12 bytes.' }),
    corrections: count.meta({ description: 'Pads that replaced an earlier one before its poll.' }),
    ignoredLate: count.meta({ description: 'Pads for a frame that had been polled.' }),
    ignoredSeen: count.meta({ description: 'Of those, pads for a frame that the bot itself had been sent.' }),
    ignoredTooFar: count.meta({ description: `Pads for a frame more than ${padWindow} past the last poll.` }),
    reversed: count.meta({
      description: 'Ignored pads whose frame would make sense in the other byte order.',
    }),
    malformed: count.meta({ description: 'Binary messages that are not 12 bytes.' }),
    malformedBytes: count.meta({ description: 'Length of the last of those; 0 where there is none.' }),
    texts: count.meta({ description: 'Text messages after the pick, which are ignored.' }),
  })
  .meta({
    id: 'ReceiptPads',
    description: 'Pads, counted.',
    examples: [
      {
        polled: 4123,
        missed: 31,
        late: 30,
        down: 0,
        paused: 28,
        short: 0,
        shortPolls: 0,
        first: -123,
        last: 3999,
        received: 4123,
        corrections: 0,
        ignoredLate: 30,
        ignoredSeen: 0,
        ignoredTooFar: 0,
        reversed: 0,
        malformed: 0,
        malformedBytes: 0,
        texts: 0,
      },
    ],
  })
export type ReceiptPads = z.infer<typeof ReceiptPads>

const Pause = z
  .object({
    frame: frame.meta({ description: 'The frame polled last before it.' }),
    ms: ms.meta({ description: 'How long it lasted.' }),
    missed: count.meta({ description: 'Polls during it that found no pad.' }),
    short: count.optional().meta({
      description:
        'Of those, the ones that `short` of the pads counts as well. Absent in receipts written before it was counted.',
    }),
    pollLateMs: ms.meta({ description: 'The latest poll of the arena during it: a pause may be the arena’s own.' }),
  })
  .meta({
    id: 'ReceiptPause',
    description: 'A time without a message from the bot, on an open socket.',
    examples: [{ frame: 812, ms: 143.2, missed: 6, short: 0, pollLateMs: 0.3 }],
  })

export const ReceiptArrivals = z
  .object({
    slackMs: z
      .object({ least: ms, p1: ms, p50: ms, p99: ms })
      .nullable()
      .meta({
        description:
          'How long before its poll the first pad for a frame arrived; negative for a pad that was late. `p1`: one in a ' +
          'hundred had less. Null where no pad came.',
      }),
    histogram: z
      .array(z.object({ ms: z.int().min(-MOST_SLACK_MS).max(MOST_SLACK_MS), pads: count }))
      .max(2 * MOST_SLACK_MS + 1)
      .meta({
        description:
          `The same slack, counted by whole milliseconds, rounded down; at ${-MOST_SLACK_MS} and ${MOST_SLACK_MS} also ` +
          'whatever is beyond. Milliseconds without a pad are left out.',
      }),
    worst: z
      .array(z.object({ frame, slackMs: ms }))
      .max(WORST_FRAMES)
      .meta({ description: 'The frames whose first pad had the least slack, the worst first.' }),
    leads: z
      .array(z.object({ lead: count, pads: count }))
      .max(padWindow + 1)
      .meta({ description: 'The leads of the pads that were played; see `lead` of a record.' }),
    groups: z
      .array(z.object({ pads: z.int().min(1).max(LARGEST_GROUP), times: count }))
      .max(LARGEST_GROUP)
      .meta({
        description: `How often so many pads, each for a frame that had none yet, came within 3 ms; ${LARGEST_GROUP} is ${LARGEST_GROUP} or more.`,
      }),
    longestGap: z.object({ frame, ms }).nullable().meta({
      description: 'The longest time without a message on an open socket, and the frame polled last before it.',
    }),
    pauses: z
      .object({
        count,
        totalMs: ms,
        everyMs: ms.nullable().meta({ description: 'The mean time from one to the next; null for fewer than two.' }),
        isRegular: z.boolean().meta({ description: 'Whether the times from one to the next differ little.' }),
        longest: z.array(Pause).max(KEPT_PAUSES).meta({ description: 'The longest ones, in the order of time.' }),
      })
      .meta({ description: 'Gaps of 50 milliseconds or more.' }),
    silentAtEndMs: ms.meta({
      description: 'The time without a message up to the end of the game; 0 where no socket was open then.',
    }),
    slide: z
      .object({ frame, frames: count, ms })
      .nullable()
      .meta({
        description:
          'The longest stretch in which pads came later and later: where it begins, how many frames it lasts, and by how ' +
          'much slack shrank in it.',
      }),
  })
  .meta({
    id: 'ReceiptArrivals',
    description: 'When pads arrived against their polls. The times are those at which the arena read the messages.',
    examples: [
      {
        slackMs: { least: -96.1, p1: -11.5, p50: 31.8, p99: 33 },
        histogram: [{ ms: 31, pads: 4092 }],
        worst: [{ frame: 815, slackMs: -96.1 }],
        leads: [{ lead: 2, pads: 4092 }],
        groups: [{ pads: 1, times: 4092 }],
        longestGap: { frame: 812, ms: 143.2 },
        pauses: {
          count: 1,
          totalMs: 143.2,
          everyMs: null,
          isRegular: false,
          longest: [{ frame: 812, ms: 143.2, missed: 6, short: 0, pollLateMs: 0.3 }],
        },
        silentAtEndMs: 12.1,
        slide: null,
      },
    ],
  })
export type ReceiptArrivals = z.infer<typeof ReceiptArrivals>

export const SocketEnd = z
  .enum([
    'match-over',
    'bot-closed',
    'cut',
    'not-reading',
    'no-pong',
    'message-too-long',
    'too-many-pieces',
    'too-many-messages',
    'too-many-packets',
    'broken-protocol',
  ])
  .meta({
    id: 'SocketEnd',
    description:
      'What ended a socket. `bot-closed`: the bot sent a close frame. `cut`: the connection ended without one. `not-reading`: ' +
      '1 MiB waited to be sent. `no-pong`: pings were not answered for 10 seconds. The others are limits of the play protocol.',
    examples: ['bot-closed'],
  })
export type SocketEnd = z.infer<typeof SocketEnd>

const Connection = z
  .object({
    opened: moment.meta({ description: 'When the socket opened.' }),
    dialMs: ms.meta({ description: 'How long the dial took that opened it.' }),
    failedDials: count.meta({ description: 'Dials that failed before it, since the socket before.' }),
    ended: moment
      .extend({
        why: SocketEnd,
        code: z
          .int()
          .nullable()
          .meta({ description: 'The close code of the bot’s close frame; null where it sent none.' }),
        detail: words.meta({ description: 'The reason in the close frame, or what the system or the library said.' }),
      })
      .nullable()
      .meta({ description: 'Null where the socket was open when the receipt was written.' }),
  })
  .meta({
    id: 'ReceiptConnection',
    description: 'A socket of the match, from its opening to its end.',
    examples: [
      {
        opened: { ms: 4.1, frame: null },
        dialMs: 4.1,
        failedDials: 0,
        ended: { ms: 69_120.5, frame: 3999, why: 'match-over', code: null, detail: '' },
      },
    ],
  })

export const ReceiptLink = z
  .object({
    connections: z.array(Connection).max(KEPT_CONNECTIONS).meta({ description: 'The first ones, and the last.' }),
    connectionCount: count.meta({ description: 'All sockets of the match.' }),
    failedDials: z
      .array(moment.extend({ tookMs: ms, why: words }))
      .max(KEPT_CONNECTIONS)
      .meta({ description: 'The first ones, and the last.' }),
    failedDialCount: count.meta({ description: 'All dials that failed.' }),
    pick: z
      .object({
        askedMs: ms,
        tookMs: ms.meta({ description: 'From the question to the answer, or to the end of waiting for it.' }),
        outcome: z.enum(['answered', 'invalid', 'binary', 'late', 'dropped']),
      })
      .nullable()
      .meta({ description: 'Null where no socket opened to ask on.' }),
    roundTripMs: z
      .object({ least: ms, p50: ms, max: ms })
      .nullable()
      .meta({ description: 'Round trips of pings, which the bot’s WebSocket library answers.' }),
    unansweredPings: count.meta({ description: 'Pings in a row without an answer when the match ended.' }),
    heard: z.boolean().meta({ description: 'Whether the bot sent anything at all.' }),
  })
  .meta({
    id: 'ReceiptLink',
    description: 'Dials, sockets, the pick and pings.',
    examples: [
      {
        connections: [],
        connectionCount: 0,
        failedDials: [{ ms: 0, frame: null, tookMs: 1.2, why: 'upgrade: connection refused' }],
        failedDialCount: 5,
        pick: null,
        roundTripMs: null,
        unansweredPings: 0,
        heard: false,
      },
    ],
  })
export type ReceiptLink = z.infer<typeof ReceiptLink>

export const ReceiptArena = z
  .object({
    pollLateMs: Spread.meta({ description: 'How late the polls of the match were against their own time.' }),
    stepMs: Spread.meta({ description: 'How long the engine took for a frame, from the poll to its events.' }),
  })
  .meta({
    id: 'ReceiptArena',
    description: 'How punctual the arena itself was in this match.',
    examples: [{ pollLateMs: { p50: 0.1, p99: 0.4, max: 2.2 }, stepMs: { p50: 0.4, p99: 1.1, max: 6.1 } }],
  })
export type ReceiptArena = z.infer<typeof ReceiptArena>

/** The example of a receipt. */
export const NEVER_CONNECTED = {
  pads: {
    polled: 0,
    missed: 0,
    late: 0,
    down: 0,
    paused: 0,
    short: 0,
    shortPolls: 0,
    first: null,
    last: null,
    received: 0,
    corrections: 0,
    ignoredLate: 0,
    ignoredSeen: 0,
    ignoredTooFar: 0,
    reversed: 0,
    malformed: 0,
    malformedBytes: 0,
    texts: 0,
  },
  arrivals: {
    slackMs: null,
    histogram: [],
    worst: [],
    leads: [],
    groups: [],
    longestGap: null,
    pauses: { count: 0, totalMs: 0, everyMs: null, isRegular: false, longest: [] },
    silentAtEndMs: 0,
    slide: null,
  },
  link: {
    connections: [],
    connectionCount: 0,
    failedDials: [{ ms: 0, frame: null, tookMs: 1.2, why: 'upgrade: connection refused' }],
    failedDialCount: 5,
    pick: null,
    roundTripMs: null,
    unansweredPings: 0,
    heard: false,
  },
  arena: null,
}

export const ReceiptFacts = z
  .object({
    pads: ReceiptPads,
    arrivals: ReceiptArrivals,
    link: ReceiptLink,
    arena: ReceiptArena.nullable().meta({ description: 'Null where no game was played.' }),
  })
  .meta({
    id: 'ReceiptFacts',
    description: 'What the host of a match writes down of a bot.',
    examples: [NEVER_CONNECTED],
  })
export type ReceiptFacts = z.infer<typeof ReceiptFacts>
