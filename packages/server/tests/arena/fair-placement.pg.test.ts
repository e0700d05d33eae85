/**
 * Machines of two regions on one PostgreSQL. The regions are two loopback addresses of a bot, which answers a ping after a time
 * of its own at each; a match reaches it at the first.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { stillEngine } from './kit.ts'
import type { TestArena } from './kit.ts'
import { describeOnPostgres, Machines } from './machines.ts'

const EU = '127.0.0.1'
const US = '127.0.0.2'

describeOnPostgres('machines of two regions', () => {
  const machines = new Machines({ ARENA_TICK_MS: '100', ARENA_ENGINE: stillEngine('ends=-84') })
  /** The addresses at which each bot was pinged. */
  const pinged: string[][] = []
  let web: TestArena
  let eu: TestArena
  let us: TestArena

  const join = (region: string, address: string, maxMatches: number) =>
    machines.open('play', {
      env: { ARENA_REGION: region, ARENA_MAX_MATCHES: String(maxMatches) },
      pace: { resolve: () => Promise.resolve([address]) },
    })

  /** A bot that answers a ping after a time of its own at each address. */
  async function register(waits: Readonly<Record<string, number>>): Promise<void> {
    const heard: string[] = []
    pinged.push(heard)
    const bot = await web.listen({ pinged: (at) => (heard.push(at), sleep(waits[at])) })
    // A name, which each region resolves for itself.
    await web.register(bot, undefined, `http://localhost:${new URL(bot.url).port}`)
  }

  const figures = () =>
    web.parts.db.selectFrom('round_trips').selectAll().where('ms', 'is not', null).orderBy('ms').execute()
  const restFrom = (moment: Date | null) =>
    web.parts.db.updateTable('bots').set({ last_match_ended_at: moment }).execute()

  beforeAll(async () => {
    web = await machines.open('web')
    // Near one of the regions; and far from both.
    await register({ [EU]: 0, [US]: 300 })
    await register({ [EU]: 300, [US]: 300 })
    // They rest for an hour, so that they do not meet before they are measured.
    await restFrom(new Date())
    eu = await join('eu-west', EU, 9)
    us = await join('us-east', US, 2)
    while ((await figures()).length < 4) await sleep(50)
  })

  test('both bots are pinged from each region, four times by one machine, beside the deploy check', () => {
    for (const heard of pinged) {
      expect(heard.filter((at) => at === US)).toHaveLength(4)
      expect(heard.filter((at) => at === EU)).toHaveLength(5)
    }
  })

  test('the match is played where the two round trips are most equal, and its page shows both', async () => {
    await restFrom(null)
    const { matchId } = await us.log.line(({ msg }) => msg === 'match seated')
    await us.log.line(({ msg, matchId: id }) => msg === 'match ended' && id === matchId)
    expect(eu.log.lines.some(({ msg }) => msg === 'match seated')).toBe(false)

    const page = await (await fetch(`${web.url}/watch/${matchId}`, { headers: { accept: 'text/html' } })).text()
    const figuresOfUs = (await figures()).filter(({ region }) => region === 'us-east')
    expect(figuresOfUs).toHaveLength(2)
    const row = /Round trip<\/dt>(.*?)<\/dd>/s.exec(page)![1]!
    const shown = [...row.matchAll(/(\d+) ms/g)].map(([, ms]) => Number(ms))
    expect(shown.toSorted((a, b) => a - b)).toEqual(figuresOfUs.map(({ ms }) => ms))
    expect(page).toContain('us-east')
    // The interface says what a record holds.
    expect(JSON.stringify(await web.match(matchId!))).not.toContain('us-east')
  })
})
