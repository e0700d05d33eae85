import { Bot, LiveMatch, Match, Receipt, type BotStanding } from '@arena/protocol'
import { expect, test } from 'vitest'
import { describeBegin, describeEnd, describeRunning, describeWait, describeWay } from './words.ts'

const [example] = Match.meta()!.examples as [Match]
const [bot] = Bot.meta()!.examples as [Bot]
const [live] = LiveMatch.meta()!.examples as [LiveMatch]
const [emptyReceipt] = Receipt.meta()!.examples as [Receipt]
const [{ botId }, { botId: otherId }] = example.players
const receipt: Receipt = {
  ...emptyReceipt,
  pads: { ...emptyReceipt.pads, polled: 9_994, missed: 12 },
  arrivals: { ...emptyReceipt.arrivals, slackMs: { least: -4, p1: 2, p50: 16.2, p99: 30 } },
  link: { ...emptyReceipt.link, roundTripMs: { least: 30, p50: 31.4, max: 60 } },
}

test('a match begins with who plays, where; the own bot first', () => {
  expect(describeBegin(example, botId)).toBe('Waveland against Edgeguard on Battlefield')
  expect(describeBegin(live, otherId)).toBe('Edgeguard against Waveland on Battlefield')
})

test('it ends with the result, the rating and the pads, as the own bot sees it', () => {
  const rated = { ...example, players: [example.players[0], { ...example.players[1], ratingDelta: -1.7 }] } as Match
  expect(describeEnd(rated, botId, { rating: 12.34, receipt })).toBe(
    'Waveland against Edgeguard: Waveland wins by stocks after 2:44, 2 to 0; rating +1.7, now 12.3; 9,982 of 9,994 pads landed, 12 missed',
  )
  expect(describeEnd(rated, otherId, { rating: null, receipt: null })).toBe(
    'Edgeguard against Waveland: Waveland wins by stocks after 2:44, 0 to 2; rating −1.7; 9,990 of 9,994 pads landed, 4 missed',
  )
  const clean = { ...receipt, pads: { ...receipt.pads, missed: 0 } }
  expect(describeEnd(rated, botId, { rating: 0, receipt: clean })).toMatch(/now 0\.0; all 9,994 pads landed$/)
})

test('a match that was broken off does not count, and says why', () => {
  const aborted: Match = { ...example, status: 'aborted', summary: null, abortReason: 'The engine broke.' }
  expect(describeEnd(aborted, botId, { rating: 1, receipt: null })).toBe(
    'Waveland against Edgeguard was broken off and does not count. The engine broke.',
  )
})

test('what the way to the arena took is told: lead, pads against their polls, round trips', () => {
  expect(describeWay(example, 0, 30.2, receipt)).toBe(
    'lead 2 frames; pads 16 ms before their poll; round trip 30 ms from here to the arena, 31 ms from the arena to the bot',
  )
  expect(describeWay({ ...example, summary: null }, 0, 0.42, null)).toBe('round trip 0.4 ms from here to the arena')
  expect(describeWay({ ...example, summary: null }, 0, null, null)).toBeNull()
})

test('a running match says how it stands, and before the game that the bots pick', () => {
  expect(describeRunning(live, otherId)).toBe('0:13  Edgeguard 3 stocks 0%, Waveland 4 stocks 12%')
  expect(describeRunning({ ...live, stage: null }, botId)).toBe('Waveland and Edgeguard pick')
})

test('a bot says what it waits for and about how long; where it is not seated, or misses matches, that first', () => {
  const standing: BotStanding = {
    state: 'free',
    label: 'Active',
    says: 'It is seated at the next tick that has an opponent for it.',
    waiting: {
      free: 1,
      resting: 3,
      playing: 0,
      nextMatchMs: 5_000,
      says: '1 bot is free, 3 rest: next match in about 5 s.',
    },
    missesInARow: 0,
    matchId: null,
    rating: null,
    rank: null,
    lastMatch: null,
    lastCheck: null,
  }
  expect(describeWait({ ...bot, standing })).toBe('Waveland: 1 bot is free, 3 rest: next match in about 5 s.')
  const missing = {
    ...standing,
    state: 'missing',
    label: 'Missed its last match',
    says: 'The receipt of the match says why.',
  } as const
  expect(describeWait({ ...bot, standing: missing })).toBe(
    'Waveland: Missed its last match. The receipt of the match says why. 1 bot is free, 3 rest: next match in about 5 s.',
  )
  const paused = { ...standing, state: 'paused', label: 'Paused', says: 'It is not seated.', waiting: null } as const
  expect(describeWait({ ...bot, standing: paused })).toBe('Waveland: Paused. It is not seated.')
})
