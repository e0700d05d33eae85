/** `/metrics`: what it reports, to which callers, and that no caller can make it grow. */
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { ProblemBody } from '@arena/protocol'
import { describe, expect, test } from 'vitest'
import { newId } from '../src/db/ids.ts'
import { LatenessHistogram } from '../../host/src/match/lateness.ts'
import type { HostListener } from '../../host/src/hosts/host-pool.ts'
import type { MatchResult } from '../../host/src/order.ts'
import { startService } from './http-service.ts'
import { sharedService } from './begun-once.ts'

const service = sharedService()

/** The samples, by name and labels as they are written. */
async function scrape(): Promise<Map<string, number>> {
  const response = await service.fetch('/metrics')
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

describe('what it reports', () => {
  test('requests by route and status; whatever callers make up shares one series', async () => {
    await service.fetch('/matches/match_01k9y40r6yes3v1c5hzq8p2n7t')
    await service.fetch('/leaderboard')
    for (let i = 0; i < 30; i++) await service.fetch(`/made/up/${i}`, { method: i % 2 === 0 ? 'GET' : 'PROPFIND' })
    const samples = await scrape()
    expect(samples.get('arena_http_requests_total{method="GET",route="/matches/:id",status="404"}')).toBe(1)
    expect(samples.get('arena_http_requests_total{method="GET",route="/leaderboard",status="200"}')).toBe(1)
    expect(samples.get('arena_http_requests_total{method="any",route="none",status="404"}')).toBe(30)
    expect([...samples.keys()].filter((name) => name.includes('made'))).toEqual([])
    expect(samples.get('arena_http_request_duration_seconds_count{route="none"}')).toBe(30)
  })

  test('the reports of hosts, on their way to the listener', async () => {
    const heard: string[] = []
    const hear = (what: string) => () => void heard.push(what)
    const listener: HostListener = {
      started: hear('started'),
      progress: hear('progress'),
      finished: hear('finished'),
      forgiven: hear('forgiven'),
      load: hear('load'),
      died: hear('died'),
      notStarted: hear('not started'),
    }
    const watched = service.context.metrics.listeningTo(listener)
    const result: MatchResult = {
      matchId: newId('match'),
      status: 'completed',
      cause: 'forfeit',
      detail: '',
      summary: null,
      played: true,
      answered: [true, true],
      replayBytes: 1234,
    }
    watched.started({
      matchId: result.matchId,
      stage: 31,
      picks: [PICK, PICK],
      drawn: [null, null],
      versions: [null, null],
    })
    watched.progress([])
    watched.finished(result)
    watched.finished({ ...result, replayBytes: null })
    const histogram = new LatenessHistogram().counts()
    const latenessMs = { p50: 0.5, p99: 2, p999: 4, max: 8 }
    watched.load({ latenessMs, histogram, polls: 600, missed: 3, matches: 2 }, 1)
    watched.forgiven(result.matchId, 1)
    watched.died(1, 'SIGKILL', 2)
    watched.notStarted(1, 'spawn EAGAIN', 1000)
    expect(heard).toEqual(['started', 'progress', 'finished', 'finished', 'load', 'forgiven', 'died', 'not started'])

    const samples = await scrape()
    expect(samples.get('arena_matches_ended_total{status="completed",cause="forfeit"}')).toBe(2)
    expect(samples.get('arena_replay_bytes_total')).toBe(1234)
    expect(samples.get('arena_host_matches_forgiven_total{host="1"}')).toBe(1)
    expect(samples.get('arena_host_poll_lateness_seconds{host="1",quantile="0.99"}')).toBe(0.002)
    expect(samples.get('arena_host_polls_total{host="1"}')).toBe(600)
    expect(samples.get('arena_host_pads_missed_total{host="1"}')).toBe(3)
    expect(samples.get('arena_host_matches{host="1"}')).toBe(2)
    expect(samples.get('arena_host_deaths_total')).toBe(1)
  })

  test('waiting bots, and how long they wait', async () => {
    service.context.metrics.ticked({
      order: null,
      paused: ['bot_x'],
      activeBots: 9,
      waiting: 4,
      longestWaitMs: 90_500,
      running: 1,
      capacity: 2,
      isShortOfCapacity: true,
    })
    const samples = await scrape()
    expect(samples.get('arena_matchmaking_ticks_total')).toBe(1)
    expect(samples.get('arena_bots_active')).toBe(9)
    expect(samples.get('arena_bots_waiting')).toBe(4)
    expect(samples.get('arena_bots_longest_wait_seconds')).toBe(90.5)
    expect(samples.get('arena_bots_paused_total')).toBe(1)
    expect(samples.get('arena_matches_capacity')).toBe(2)
  })

  const PICK = { character: 2, costume: 0 }
})

/** Unlike `fetch`, says what `Host` one likes. */
function ask(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(`${url}/metrics`, { headers }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body }), reject)
    })
      .on('error', reject)
      .end()
  })
}

describe('its readers', () => {
  test('with a token, its holder only, also on this machine', async () => {
    await using guarded = await startService({ ARENA_METRICS_TOKEN: 'correct-horse-battery' })
    const held = { authorization: 'Bearer correct-horse-battery', 'x-forwarded-for': '198.51.100.7' }
    expect((await ask(guarded.url, held)).status).toBe(200)
    for (const authorization of ['', 'Bearer correct-horse-batterz', 'correct-horse-battery', 'Bearer']) {
      const { status, body } = await ask(guarded.url, { authorization })
      expect([status, ProblemBody.parse(JSON.parse(body)).code]).toEqual([401, 'authentication-required'])
    }
    expect(guarded.logged()).not.toContain('correct-horse')
  })
})
