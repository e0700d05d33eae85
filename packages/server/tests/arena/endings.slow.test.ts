/** How matches end when bots stay away or fall silent, as the records of a whole arena tell it. */
import { describe, expect, test } from 'vitest'
import { shared } from '../begun-once.ts'
import { createTestArena, stillEngine } from './kit.ts'
import { rawOf } from './slp-by-hand.ts'
import { pickText } from './spec-bot.ts'
import type { BotOptions } from './spec-bot.ts'

/** The last frame of each game that is played to its end: the rules about silence need 300 frames and the count-down. */
const LAST_FRAME = 200

const arena = shared(() =>
  createTestArena({
    env: { ARENA_ENGINE: stillEngine(`ends=${LAST_FRAME}`, 'rests=99'), ARENA_PICK_MS: '2000' },
    pace: { timing: { dialMs: 1500, redialMinMs: 5 } },
  }),
)

/** Plays the two against each other once, for they rest for an hour afterwards; what became of it, with the players in the order given. */
async function meet(one: BotOptions, other: BotOptions) {
  const { players: pair, matchId } = await arena.pair(one, other)
  const { match, cause } = await arena.ended(matchId)
  const [first, second] = pair.map(({ record }) => match.players.findIndex(({ botId }) => botId === record.id))
  return { match, cause, pair, first: first as 0 | 1, second: second as 0 | 1 }
}

const AWAY: BotOptions = { refuses: () => true }

// Alone: the two are free again at once.
test('Match `status` `running` -> `aborted`: neither bot connects; no placements, no rating change', async () => {
  const { match, cause, pair } = await meet(AWAY, AWAY)
  expect(cause).toBe('nobody-connected')
  expect(match).toMatchObject({ status: 'aborted', stage: null, summary: null, replayBytes: null })
  for (const player of match.players) expect(player).toMatchObject({ placement: null, score: null, ratingDelta: null })
  for (const player of pair) expect(await arena.leaderboardRow(player)).toBeUndefined()
  // They do not rest after it, and would meet whoever comes next.
  for (const player of pair) await arena.remove(player)
})

describe.concurrent('Forfeit', () => {
  test('Winning and scoring 3: a bot none of whose pads land for 300 consecutive polls loses by forfeit, 0 against 4', async () => {
    const { match, cause, first, second, pair } = await meet({ pad: (frame) => (frame < -103 ? {} : null) }, {})
    expect(cause).toBe('forfeit')
    expect(match).toMatchObject({ status: 'completed', summary: { endReason: 'forfeit', winner: second } })
    expect(match.players[first]).toMatchObject({ placement: 2, score: 0 })
    expect(match.players[second]).toMatchObject({ placement: 1, score: 4 })
    // 20 frames with a pad, then 300 without: the game is stopped on the last of them.
    expect(match.summary!.players[first].missed).toBe(300)
    expect(match.summary!.frames).toBe(197)
    expect(pair[1].bot.stream(match.id).equals(rawOf(await arena.replay(match.id)))).toBe(true)
  })

  test('a bot that never connects forfeits before the game is run: rated, no replay, stage and picks stay null', async () => {
    const { match, cause, first, second, pair } = await meet(AWAY, { pick: () => pickText(14, 2) })
    expect(cause).toBe('absent')
    expect(match).toMatchObject({
      status: 'completed',
      stage: null,
      replayBytes: null,
      summary: { endReason: 'forfeit', winner: second, frames: 0 },
    })
    expect(match.players[first]).toMatchObject({ placement: 2, score: 0, character: null })
    expect(match.players[second]).toMatchObject({ placement: 1, score: 4, character: null })
    expect(match.summary!.players[second]).toMatchObject({ character: 14, costume: 2, stocks: 4 })
    expect(match.players[second].ratingDelta).toBeGreaterThan(0)
    expect((await fetch(`${arena.url}/matches/${match.id}/replay.slp`)).status).toBe(404)
    expect(pair[1].bot.seats[0]!.messages).toEqual([])
  })
})
