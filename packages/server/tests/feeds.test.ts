/** Feeds over HTTP: what stands in them, when they are sent again, and that the pages lead to them. */
import { expect, test } from 'vitest'
import { note } from '../src/note.ts'
import { expectProblem } from './answers.ts'
import { sharedService } from './begun-once.ts'
import { endMatch, seatMatch } from './stored-match.ts'

const service = sharedService({ ARENA_BASE_URL: 'http://arena.example.org' })

/** The texts of an element, in order, as XML has them. */
const texts = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) =>
    text!.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code))),
  )

async function bots(...names: readonly string[]) {
  const { context } = service
  return Promise.all(
    names.map(async (name, i) => {
      const { id: owner } = await context.accounts.findOrCreate(`${Math.random()}${i}@example.org`)
      const bot = await context.bots.register(owner, { name, mode: 'live', url: 'http://bot.example.org/' })
      return { botId: bot.id, name, url: bot.url, owner }
    }),
  )
}

test('results are a feed, by any search; what a bot is called does not break it', async () => {
  const [a, b] = await bots('A <b>&"bot"\u{1f600}', 'Other')
  const { matchId } = await seatMatch(service.context, { bots: [a!, b!] })
  await endMatch(service.context, matchId)
  const response = await service.fetch(`/results.atom?q=${encodeURIComponent(`bot:${a!.botId}`)}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  const xml = await response.text()
  expect(texts(xml, 'id')).toEqual([
    `tag:arena.example.org,2026:results?q=bot%3A${a!.botId}`,
    `tag:arena.example.org,2026:${matchId}`,
  ])
  expect(texts(xml, 'title')[1]).toContain('A <b>&"bot"\u{1f600}')
  expect(xml).toContain(`<link rel="alternate" type="text/html" href="http:&#47;`.replace('&#47;', '/'))
  const { endedAt } = (await service.context.matches.find(matchId))!
  expect(texts(xml, 'updated')).toEqual([endedAt, endedAt])
  const page = await (await service.fetch('/results')).text()
  expect(page).toMatch(/<link rel="alternate" type="application\/atom\+xml" title="[^"]+" href="\/results\.atom"\/>/)
  await expectProblem(await service.fetch('/results.atom?q=bot:nobody_at_all'), 'invalid-request')
  await expectProblem(await service.fetch('/results.atom?q=%22'), 'invalid-request')
})

test('a bot has one with its results and what everybody may know of it, and nothing else', async () => {
  const { context } = service
  const [a, b] = await bots('Gale', 'Other')
  const { matchId } = await seatMatch(context, { bots: [a!, b!] })
  await endMatch(context, matchId)
  const before = await (await service.fetch(`/b/${a!.botId}.atom`)).text()
  expect(texts(before, 'title')).toHaveLength(2)
  const at = new Date(Date.now() + 1_000)
  const facts = {
    name: 'Gale',
    misses: 12,
    missingSince: '2026-11-21T11:10:00.000Z',
    url: 'http://bot.example.org/s3cret',
  }
  const kinds = ['pausing', 'deploy-check-failed', 'forfeit', 'paused'] as const
  await note(
    context.db,
    kinds.map((kind) => ({ kind, ownerId: a!.owner, botId: a!.botId, facts })),
    at,
  )
  const xml = await (await service.fetch(`/b/${a!.botId}.atom`)).text()
  expect(texts(xml, 'title').slice(0, 2)).toEqual(['Gale in the bot arena', 'Gale was paused'])
  expect(texts(xml, 'title')).toHaveLength(3)
  expect(xml).not.toContain('bot.example.org')
  const page = await (await service.fetch(`/b/${a!.botId}`)).text()
  expect(page).toContain(`href="/b/${a!.botId}.atom"`)
  await expectProblem(await service.fetch('/b/bot_none.atom'), 'not-found')
})

test('it is not sent again to a reader that has it, by tag or by time, and any page may read it', async () => {
  const [a] = await bots('Gale')
  const path = `/b/${a!.botId}.atom`
  const first = await service.fetch(path, { headers: { origin: 'https://reader.example' } })
  expect(first.headers.get('access-control-allow-origin')).toBe('*')
  const [tag, modified] = [first.headers.get('etag')!, first.headers.get('last-modified')!]
  const status = async (headers: Record<string, string>) => (await service.fetch(path, { headers })).status
  expect(await status({ 'if-none-match': tag })).toBe(304)
  expect(await status({ 'if-modified-since': modified })).toBe(304)
  expect(await status({ 'if-modified-since': new Date(Date.parse(modified) - 1_000).toUTCString() })).toBe(200)
  expect(await status({ 'if-none-match': '"other"', 'if-modified-since': modified })).toBe(200)
})
