/** A machine that serves, whose database does not answer, while another one plays. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DatabaseProxy } from '../faults/database-proxy.ts'
import { stillEngine } from './kit.ts'
import type { TestArena } from './kit.ts'
import { describeOnPostgres, Machines } from './machines.ts'

const TOKEN = 'a-token-of-the-tests'
/** As long as the manifests in `deploy/` let an answer take. */
const SUPERVISOR_MS = 5_000
/** As long as Prometheus waits. */
const SCRAPE_MS = 10_000
/** The length of more than a second of a match. */
const PIECE_BYTES = 30_000

describeOnPostgres('while the database says nothing', () => {
  const env = { ARENA_TICK_MS: '100', ARENA_MAX_MATCHES: '1', ARENA_ENGINE: stillEngine('ends=3000') }
  const machines = new Machines(env)
  let proxy: DatabaseProxy
  let goOn: () => void
  let web: TestArena
  let play: TestArena
  let stream: ReadableStreamDefaultReader<Uint8Array>

  async function read(bytes: number): Promise<number> {
    let length = 0
    while (length < bytes) {
      const { value, done } = await stream.read()
      if (done) return length
      length += value.length
    }
    return length
  }

  beforeAll(async () => {
    proxy = await DatabaseProxy.before(machines.url)
    web = await machines.open('web', {
      env: { DATABASE_URL: proxy.url, ARENA_RATE_LIMITS: 'on', ARENA_METRICS_TOKEN: TOKEN },
    })
    play = await machines.open('play', { pace: { clock: 'live' } })
    for (let i = 0; i < 2; i++) await web.player()
    const { matchId } = await play.log.line(({ msg }) => msg === 'game started')
    // The machine that serves hears of the match within a second.
    const answer = await vi.waitUntil(
      async () => {
        const shown = await fetch(`${web.url}/live/${matchId}.slp`)
        return shown.status === 200 && shown
      },
      { timeout: 10_000, interval: 100 },
    )
    stream = answer.body!.getReader()
    await read(PIECE_BYTES)
    goOn = proxy.silence()
  })
  afterAll(async () => {
    goOn()
    await stream.cancel()
    await web.machine.close()
    await proxy.close()
  })

  test('`/health` answers before a supervisor loses its patience', async () => {
    const answer = await fetch(`${web.url}/health`, { signal: AbortSignal.timeout(SUPERVISOR_MS) })
    expect(answer.status).toBe(200)
  })

  test('`/ready` answers by then, and says what is wrong', async () => {
    const answer = await fetch(`${web.url}/ready`, { signal: AbortSignal.timeout(SUPERVISOR_MS) })
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('database: There was no answer within 2 seconds.')
  })

  test('`/metrics` answers while a scraper waits, with the other machine, and with an age of the last tick that grows', async () => {
    const scrape = async () => {
      const headers = { authorization: `Bearer ${TOKEN}` }
      const answer = await fetch(`${web.url}/metrics`, { headers, signal: AbortSignal.timeout(SCRAPE_MS) })
      return answer.text()
    }
    const age = (text: string) => Number(/^arena_matchmaking_tick_age_seconds (\S+)$/m.exec(text)![1])
    const before = await scrape()
    expect(before).toContain(`arena_matches_running{machine="${play.parts.machineId}"} 1`)
    expect(age(await scrape())).toBeGreaterThan(age(before))
  })

  test('a match on the other machine is shown on to who watches it', async () => {
    expect(await read(4 * PIECE_BYTES)).toBeGreaterThanOrEqual(4 * PIECE_BYTES)
  })
})
