/** Machines with roles on one PostgreSQL: one that serves and seats, and two that play, each with a folder of its own. */
import type { LiveMatch } from '@arena/protocol'
import { beforeAll, expect, test } from 'vitest'
import { stillEngine } from './kit.ts'
import type { Player, TestArena } from './kit.ts'
import { describeOnPostgres, Machines } from './machines.ts'
import { rawOf } from './slp-by-hand.ts'

describeOnPostgres('a machine that serves, and two that play', () => {
  const machines = new Machines({
    ARENA_TICK_MS: '100',
    ARENA_MAX_MATCHES: '1',
    // Twenty seconds of a game on a clock that follows time.
    ARENA_ENGINE: stillEngine('ends=1200'),
  })
  let web: TestArena
  let plays: readonly TestArena[]
  const players: Player[] = []
  let matchId: string
  let holder: TestArena

  beforeAll(async () => {
    web = await machines.open('web', { env: { ARENA_METRICS_TOKEN: 'a-token-of-the-tests' } })
    const pace = { clock: 'live' } as const
    plays = [await machines.open('play', { pace }), await machines.open('play', { pace })]
    for (let i = 0; i < 4; i++) players.push(await web.player())
    for (const play of plays) await play.log.line(({ msg }) => msg === 'game started')
    holder = plays[0]!
    matchId = holder.log.lines.find(({ msg }) => msg === 'game started')!.matchId!
  })

  async function until<T>(question: () => Promise<T | null | undefined | false>): Promise<T> {
    for (;;) {
      const answer = await question()
      if (answer !== null && answer !== undefined && answer !== false) return answer
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  test('a match is assigned on the machine with the most room: each plays one', () => {
    for (const play of plays) expect(play.log.lines.filter(({ msg }) => msg === 'match seated')).toHaveLength(1)
    expect(web.log.lines.some(({ msg }) => msg === 'match seated')).toBe(false)
  })

  test('both are listed and move on at the machine that plays none, as on their pages', async () => {
    const live = await until(async () => {
      const { matches } = await web.get<{ matches: LiveMatch[] }>('/live')
      return matches.length === 2 && matches.every(({ frame }) => frame > 0) && matches
    })
    expect(live.map(({ id }) => id)).toContain(matchId)
    const { frame } = live.find(({ id }) => id === matchId)!
    await until(async () => (await web.live(matchId))!.frame > frame)
    expect(await (await fetch(`${web.url}/watch/${matchId}`)).text()).toContain(matchId)
  })

  test('the live stream comes from the machine that plays', async () => {
    const end = new AbortController()
    const answer = await fetch(`${web.url}/live/${matchId}.slp`, { signal: end.signal })
    expect(answer.status).toBe(200)
    const chunks: Buffer[] = []
    const size = () => chunks.reduce((sum, { length }) => sum + length, 0)
    for await (const chunk of answer.body!) {
      chunks.push(Buffer.from(chunk))
      if (size() > 4_000) break
    }
    end.abort()
    const shown = Buffer.concat(chunks)
    const sent = players.map(({ bot }) => bot.stream(matchId)).find(({ length }) => length > 0)!
    // Behind the head of the file, what both bots are sent.
    const raw = shown.subarray(15)
    expect(sent.subarray(0, raw.length).equals(raw)).toBe(true)
  })

  test('/metrics has every machine, each series with the machine that it is of', async () => {
    const headers = { authorization: 'Bearer a-token-of-the-tests' }
    const text = await (await fetch(`${web.url}/metrics`, { headers })).text()
    for (const { machine } of plays) {
      expect(text).toContain(`arena_matches_running{machine="${machine.common.machineId}"} 1`)
    }
    expect(text).toContain(`arena_matches_limit{machine="${web.parts.machineId}"} 0`)
    // Once, and of no machine: those that nobody asks for metrics know nothing of the last tick.
    expect(text.match(/^arena_matches_capacity.*$/gm)).toEqual(['arena_matches_capacity 2'])
    expect(text.match(/^arena_matchmaking_tick_age_seconds.*$/gm)).toEqual([expect.stringMatching(/seconds \d/)])
  })

  test('nobody else is answered by the way between machines', async () => {
    const address = holder.machine.parts.internalUrl!
    for (const path of ['/metrics', `/matches/${matchId}/part`, `/matches/${matchId}/replay`]) {
      expect((await fetch(address + path)).status).toBe(401)
      const headers = { 'x-arena-machine': `${Date.now()}.${'A'.repeat(43)}` }
      expect((await fetch(address + path, { headers })).status).toBe(401)
    }
    expect((await fetch(`${address}/health`)).status).toBe(200)
    expect((await fetch(`${address}/ready`)).status).toBe(200)
    expect((await fetch(`${address}/health`, { method: 'POST' })).status).toBe(405)
  })

  test('a machine that drains plays its match to the end, and every machine serves the replay', async () => {
    await holder.machine.drain()
    expect(await web.match(matchId)).toMatchObject({ status: 'completed' })
    const file = await web.replay(matchId)
    const streams = players.map(({ bot }) => bot.stream(matchId)).filter(({ length }) => length > 0)
    expect(streams.map((stream) => stream.equals(rawOf(file)))).toEqual([true, true])
    const part = await fetch(`${web.url}/matches/${matchId}/replay.slp`, { headers: { range: 'bytes=100-299' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(100, 300))).toBe(true)
    await holder.parts.localReplays.pack(matchId)
    const packed = await fetch(`${web.url}/matches/${matchId}/replay.slp`, { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(Buffer.from(await packed.arrayBuffer()).equals(file)).toBe(true)
    expect((await web.replay(matchId)).equals(file)).toBe(true)
  })

  test('without the machine that keeps it, the answer says so', async () => {
    await holder.machine.close()
    const answer = await fetch(`${web.url}/matches/${matchId}/replay.slp`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('cannot be reached')
  })
})
