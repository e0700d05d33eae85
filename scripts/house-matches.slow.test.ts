/** House matches in the gate: a few of the series, in both orders of the ports; and the tool as it is called. */
import { execFile } from 'node:child_process'
import { Character, houseBot, houseBots, stick, type HouseBotOptions, type Play } from '@arena/sdk'
import { describe, expect, test } from 'vitest'
import { LostStocks, type LostStock } from './house-matches/lost-stocks.ts'
import { playMatch } from './house-matches/match.ts'
import { fixturesOf } from './house-matches/series.ts'
import { HOUSE_MATCHES } from './tests/programs.ts'
import { IS_LONG, some } from './tests/series.ts'

const HOUSE = houseBots(8)
const byName = (name: string) => HOUSE.find((bot) => bot.name === name)!

interface Run {
  readonly status: number
  readonly out: string
  readonly err: string
}

function houseMatches(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [HOUSE_MATCHES, ...args], (error, out, err) => {
      resolve({ status: error ? Number(error.code) : 0, out, err })
    })
  })
}

describe('a match between house bots ends as games do', () => {
  test.each(some([6, 4, 2, 0], 4).map((i) => [HOUSE[i]!.name, HOUSE[i + 1]!.name]))(
    '%s and %s, from either port',
    async (...names) => {
      const bots = names.map(byName)
      for (const { contestants, seed } of fixturesOf(bots, 3, 4)) {
        const outcome = await playMatch(seed, contestants)
        expect(Math.max(...outcome.percents)).toBeLessThan(400)
        expect(outcome).toMatchObject({ endReason: expect.stringMatching(/^(stocks|time)$/), fault: null })
      }
    },
  )
})

/** The stocks lost in a match, and whose they were. */
async function lostIn(...match: Parameters<typeof playMatch>): Promise<(LostStock & { name: string })[]> {
  const lost = new LostStocks()
  const { names } = await playMatch(match[0], match[1], (events) => lost.push(events))
  return lost.stocks.map((stock) => ({ ...stock, name: names[stock.port]! }))
}

describe('house bots do not kill themselves', () => {
  test('Talon loses no stock to a bot that does nothing', async () => {
    const still = {
      name: 'still',
      play: (): Play => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => ({}) }),
    }
    const seed = '2ae71762b9dea84d5c03667c36c0b3c003fce504894104b114d8f4048e17682a'
    for (const pair of [[still, byName('Talon')] as const, [byName('Talon'), still] as const]) {
      const stocks = await lostIn(seed, pair)
      expect(stocks.filter(({ name }) => name === 'Talon')).toEqual([])
    }
  })

  test.runIf(IS_LONG)('at most one of 20 stocks lost is a self-destruct', async () => {
    const stocks: LostStock[] = []
    for (const { contestants, seed } of fixturesOf(HOUSE, 3, 6)) stocks.push(...(await lostIn(seed, contestants)))
    expect(stocks.length).toBeGreaterThan(16)
    expect(stocks.filter(({ isSelfDestruct }) => isSelfDestruct).length).toBeLessThanOrEqual(stocks.length / 20)
  })
})

/** Whether a house bot strikes an opponent that plays like this, within half a minute. */
async function strikes(options: HouseBotOptions, opponent: Play, seed: string): Promise<boolean> {
  const pair = [
    { name: 'house', play: () => houseBot(options) },
    { name: 'opponent', play: () => opponent },
  ] as const
  let isStruck = false
  await playMatch(seed, pair, (_, { players }) => (isStruck ||= players.some(({ percent }) => percent > 0)), 1800)
  return isStruck
}

describe('house bots strike an opponent that stays where it is', () => {
  const YOSHIS_STORY = '13'.repeat(32)
  const FINAL_DESTINATION = '08'.repeat(32)

  test('one that stands on a platform beyond the edge is not off stage: the sound one does not wait for it', async () => {
    const aside: Play = {
      pick: () => ({ character: Character.Fox, costume: 0 }),
      frame: ({ me }) => (me.y > 20 && Math.abs(me.x) < 56 ? stick(0.5 * Math.sign(me.x)) : {}),
    }
    expect(await strikes({ strength: 'sound', character: Character.Falco }, aside, YOSHIS_STORY)).toBe(true)
  })

  test.each(['walker', 'jumper'] as const)('one that crouches is struck low by the %s', async (strength) => {
    const low: Play = {
      pick: () => ({ character: Character.Jigglypuff, costume: 0 }),
      frame: () => stick(0, -1),
    }
    expect(await strikes({ strength, character: Character.Ganondorf }, low, FINAL_DESTINATION)).toBe(true)
  })
})

test('the series plays every pair in both orders of the ports before it begins again, each turn with its seed', () => {
  const games = [...fixturesOf(HOUSE, 1, 72)].map(({ contestants }) => contestants.map(({ name }) => name).join(' '))
  const orders = HOUSE.flatMap((one) => HOUSE.map((other) => `${one.name} ${other.name}`))
  expect(new Set(games)).toEqual(new Set(orders))
  const [first, second, third] = fixturesOf(HOUSE, 73, 75)
  expect([first!.number, first!.contestants[0].name, first!.contestants[1].name]).toEqual([73, 'Ember', 'Ember'])
  expect(first!.seed).toBe(second!.seed)
  expect(third!.seed).not.toBe(second!.seed)
})

describe('scripts/house-matches.ts', () => {
  test('tells how the matches ended', async () => {
    const { status, out } = await houseMatches('--games', '1', '--first', '15', '--bots', 'talon,gale')
    expect(status).toBe(0)
    expect(out).toMatch(/^1 match: 1 ended by stocks, 0 by time, 0 by a fault of the engine\n/)
    expect(out).toMatch(/^Gale +1 /m)
    expect(out).toMatch(/^self-destructs: \d+\.\d of 100 stocks lost$/m)
  })

  test('every match as JSON, with the command that plays it again; fails where more stocks are thrown away than allowed', async () => {
    const { status, out } = await houseMatches('--games', '1', '--first', '8', '--json', '--self-destructs', '1')
    const [game] = JSON.parse(out) as [{ lostStocks: LostStock[] }]
    expect(game).toMatchObject({
      number: 8,
      command: expect.stringMatching(/^arena-kit play drift --against ember --fast --seed [0-9a-f]{64}$/),
    })
    const thrown = game.lostStocks.filter(({ isSelfDestruct }) => isSelfDestruct).length
    expect(status).toBe((100 * thrown) / game.lostStocks.length > 1 ? 1 : 0)
  })

  test('refuses a bot that is none of the house', async () => {
    const { status, out, err } = await houseMatches('--bots', 'gale,nobody')
    expect([status, out]).toEqual([2, ''])
    expect(err).toContain(`"nobody" is none of Ember, `)
  })
})
