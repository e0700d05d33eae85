/**
 * The pages in a real browser, against the real service: what they show, how they keep fresh, and that they can be read
 * without scripts, on narrow screens and in the dark, and used by keyboard.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import type { MatchOrder } from '../../host/src/order.ts'
import { contrastFaults, seriousFaults } from '../../../scripts/tests/axe.ts'
import { closePages, complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { openLog } from '../src/machine/serving.ts'
import { sharedService } from './begun-once.ts'
import { empty } from './storage/fixture.ts'
import { endMatch, PICKS, seatMatch } from './stored-match.ts'

const PATIENCE = { timeout: 15_000, interval: 50 }

const service = sharedService()

/** A rendered page is shared for a second: what one test was shown is not for the next. */
const PAGE_FRESH_MS = 1_000
let emptiedAt = -PAGE_FRESH_MS

afterEach(async () => {
  await closePages()
  const { db, live } = service.context
  for (const id of live.ids) live.finished(id)
  await empty(db)
  emptiedAt = performance.now()
})

async function open(options: BrowserContextOptions = {}, path = '/'): Promise<Page> {
  const page = await openPage(options)
  // The matches here were never played: the viewer finds nothing to show.
  await page.route(/\.slp$/, (route) => route.fulfill({ body: '' }))
  await sleep(emptiedAt + PAGE_FRESH_MS - performance.now())
  await page.goto(service.url + path)
  return page
}

async function seat(names: readonly [string, string] = ['Waveland', 'Edgeguard']): Promise<MatchOrder> {
  const { accounts, live } = service.context
  const order = await seatMatch(service.context, { names })
  for (const name of names) {
    const word = name.replace(/\W/g, '')
    const { id } = await accounts.findOrCreate(`${word}@example.org`)
    await accounts.setHandle(id, `${word.toLowerCase().slice(0, 20)}_dev`)
  }
  live.seated(order)
  return order
}

async function complete({ matchId }: MatchOrder): Promise<void> {
  await endMatch(service.context, matchId, { replayBytes: 1234 })
  service.context.live.finished(matchId)
}

test('an empty arena says what is missing, and nothing is blocked by the page’s own policy', async () => {
  const page = await open()
  await expect.poll(() => page.getByText('No match is running right now.').isVisible(), PATIENCE).toBe(true)
  expect(await page.getByText('No bot has finished a match yet.').isVisible()).toBe(true)
  expect(await page.getByText('No match has ended yet.').isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('status').textContent(), PATIENCE).toBe('Updating live')
  expect(complaintsOf(page)).toEqual([])
})

test('a match appears, hides its picks until Game Start, moves, and ends as a result with its replay', async () => {
  const page = await open()
  const { live } = service.context
  const order = await seat()
  const card = page.getByRole('article', { name: 'Waveland against Edgeguard' })
  await expect.poll(() => card.textContent(), PATIENCE).toContain('Picking characters')
  expect(await card.textContent()).not.toMatch(/Fox|Falco|Battlefield/)

  live.started({ matchId: order.matchId, stage: 31, picks: PICKS })
  const at = (x: number, percent: number, frame: number) =>
    live.progress([
      {
        matchId: order.matchId,
        frame,
        players: [
          { stocks: 4, percent, x, y: 0 },
          { stocks: 3, percent: 7, x: 40, y: 0 },
        ],
      },
    ])
  at(-40, 12, 600)
  await expect.poll(() => card.textContent(), PATIENCE).toContain('12%')
  expect(await card.textContent()).toMatch(/Battlefield.*7:50.*Fox.*Falco/s)
  expect(await card.locator('[aria-label="3 of 4 stocks"]').count()).toBe(1)
  const fighter = card.locator('.fighter.port-0')
  await expect.poll(() => fighter.getAttribute('transform'), PATIENCE).toBe('translate(-40.00 0.00)')
  at(10, 99, 1200)
  await expect.poll(() => fighter.getAttribute('transform'), PATIENCE).toBe('translate(10.00 0.00)')
  // Without a viewer that shows the match, the card follows the list.
  expect(await card.textContent()).toContain('99%')

  await complete(order)
  await expect.poll(() => card.count(), PATIENCE).toBe(0)
  const replay = page.getByRole('link', { name: 'Replay of Waveland against Edgeguard' })
  await expect.poll(() => replay.count(), PATIENCE).toBe(1)
  expect(await replay.getAttribute('href')).toBe(`/matches/${order.matchId}/replay.slp`)
  const row = page.getByRole('row', { name: /Waveland/ })
  await expect.poll(() => row.textContent(), PATIENCE).toMatch(/1.*Waveland.*@waveland_dev.*3\.4.*1–0–0/)
  expect(complaintsOf(page)).toEqual([])
})

test.each(['are off', 'do not come'])('where scripts %s, a page does not say that it updates', async (how) => {
  const order = await seat()
  const page = await openPage({ javaScriptEnabled: how !== 'are off' })
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  for (const path of ['/', `/watch/${order.matchId}`]) {
    await page.goto(service.url + path)
    expect(await page.getByRole('status').textContent()).toMatch(/^As of .* UTC\. Reload the page/)
    expect(await page.getByText('Updating').count()).toBe(0)
  }
  expect(await page.getByRole('link', { name: 'the stream' }).isVisible()).toBe(true)
})

test('when the arena is unreachable the page says so and keeps its data; when it is back the page continues', async () => {
  await complete(await seat())
  const page = await open()
  await page.route('**/{live,leaderboard,matches}*', (route) => route.abort())
  const state = page.getByRole('status')
  await expect.poll(() => state.textContent(), PATIENCE).toContain('No answer from the arena')
  expect(await page.getByRole('row', { name: /Waveland/ }).count()).toBe(1)
  await page.unroute('**/{live,leaderboard,matches}*')
  await expect.poll(() => state.textContent(), PATIENCE).toBe('Updating live')
})

test('over the limit of its address the page waits for the time in the answer, and shows no failure', async () => {
  await complete(await seat())
  const page = await open()
  const refused: number[] = []
  await page.route('**/live', (route) => {
    refused.push(performance.now())
    return route.fulfill({ status: 429, headers: { 'retry-after': '2' }, body: '{}' })
  })
  await expect.poll(() => refused.length, PATIENCE).toBeGreaterThan(2)
  for (const [i, at] of refused.slice(1).entries()) expect(at - refused[i]!).toBeGreaterThan(1900)
  expect(await page.getByRole('status').textContent()).toBe('Updating live')
  await page.unroute('**/live')
  await seat(['Ledge Trump', 'Neutral B'])
  await expect.poll(() => page.getByRole('article').count(), PATIENCE).toBe(1)
})

/** Every page, over bots whose names are as wide as names may be. */
async function everyPage(): Promise<Record<string, string>> {
  const names = ['W'.repeat(64), '龍'.repeat(64)] as const
  const first = await seat(names)
  await complete(first)
  for (let i = 0; i < 3; i++) {
    const again = await seatMatch(service.context, { bots: first.bots, startedAt: Date.now() + 10 * (i + 1) })
    await endMatch(service.context, again.matchId, { replayBytes: 1234 })
  }
  const aborted = await seatMatch(service.context, { bots: first.bots, startedAt: Date.now() + 100 })
  const without = { summary: null, played: false, replayBytes: null } as const
  await endMatch(service.context, aborted.matchId, { status: 'aborted', cause: 'engine-failed', ...without })
  const running = await seat(['Ledge Trump', 'Neutral B'])
  service.context.live.started({ matchId: running.matchId, stage: 31, picks: PICKS })
  await openLog(service.context, service.context)
  const [a, b] = first.bots
  return {
    home: '/',
    match: `/watch/${first.matchId}`,
    aborted: `/watch/${aborted.matchId}`,
    running: `/watch/${running.matchId}`,
    bot: `/b/${a.botId}`,
    ranking: '/ranking',
    ratings: '/ratings',
    fairness: '/fairness',
    results: `/results?bot=${a.botId}`,
    unknown: '/results?bot=nobody',
    compare: `/compare?a=${a.botId}&b=${b.botId}`,
    play: '/play',
    docs: '/docs/rules',
  }
}

test('every page fits narrow and wide screens, has nothing serious by axe in light and dark, and breaks no policy', async () => {
  const page = await open({}, '/docs')
  for (const [name, path] of Object.entries(await everyPage())) {
    await page.goto(service.url + path)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const scrollWidth = await page.evaluate('document.documentElement.scrollWidth')
        const faults = await (colorScheme === 'light' ? seriousFaults(page) : contrastFaults(page))
        expect({ name, colorScheme, scrollWidth, faults }).toEqual({
          name,
          colorScheme,
          scrollWidth: width,
          faults: [],
        })
      }
    }
  }
  expect(complaintsOf(page)).toEqual([])
})

test('the keyboard reaches everything, first of all a way past the top', async () => {
  await complete(await seat())
  const page = await open()
  await expect.poll(() => page.getByRole('row').count(), PATIENCE).toBeGreaterThan(1)
  const focused = () =>
    page.evaluate<string>('document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent')
  const stops: string[] = []
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press('Tab')
    stops.push(await focused())
  }
  // The frame of a table, which the arrow keys scroll.
  stops.splice(11, 1)
  expect(stops).toEqual([
    'Skip to the content',
    'Bot Arena',
    'Live',
    'Play',
    'Ranking',
    'Results',
    'Compare',
    'Docs',
    'Account',
    'Try it: fight a house bot',
    'Whole ranking',
    'Waveland',
    'Edgeguard',
    'All results',
    'Waveland',
    'Edgeguard',
    'Watch Waveland against Edgeguard',
    'Replay of Waveland against Edgeguard',
    'Your first bot',
  ])
})

test('the page of a running match follows it to its result', async () => {
  const order = await seat()
  const page = await open({}, `/watch/${order.matchId}`)
  await expect.poll(() => page.getByText('The picks are blind').count(), PATIENCE).toBe(1)
  service.context.live.started({ matchId: order.matchId, stage: 31, picks: PICKS })
  await expect.poll(() => page.locator('arena-replay .scene').count(), PATIENCE).toBe(1)
  expect(await page.getByText('The picks are blind').count()).toBe(0)
  await complete(order)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), PATIENCE).toContain('3–0')
  await expect.poll(() => page.locator('arena-replay').getByRole('button', { name: 'Play' }).count(), PATIENCE).toBe(1)
  expect(await page.getByRole('link', { name: `${order.matchId}.slp` }).isVisible()).toBe(true)
  expect(complaintsOf(page)).toEqual([])
})

test('a match that leaves the list is over when its record says so, and not before', async () => {
  const order = await seat()
  const page = await open({}, `/watch/${order.matchId}`)
  const state = page.locator('p.state')
  const says = (text: string) => expect.poll(() => state.textContent(), PATIENCE).toBe(text)
  await says('Updating live')
  await page.evaluate('globalThis.isStillHere = true')
  const isStillHere = () => page.evaluate('globalThis.isStillHere === true')

  await page.route('**/live', (route) => route.fulfill({ json: { matches: [] } }))
  await says('No news of the match. Its result shows here once it has ended.')
  const asked = page.waitForResponse(`**/matches/${order.matchId}`)
  expect(((await (await asked).json()) as { status: string }).status).toBe('running')
  await page.unroute('**/live')
  await says('Updating live')

  const away = /\/(live|matches\/match_\w+)$/
  await page.route(away, (route) => route.fulfill({ status: 503 }))
  await says('No answer from the arena. Trying again…')
  service.context.live.finished(order.matchId)
  await page.unroute(away)
  await page.route('**/matches/*', (route) => route.abort())
  await says('No news of the match. Its result shows here once it has ended.')
  await says('No answer from the arena. Trying again…')
  expect(await isStillHere()).toBe(true)

  await complete(order)
  await page.unroute('**/matches/*')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), PATIENCE).toContain('3–0')
  expect(await isStillHere()).toBe(false)
})

test('the page of a match that is out of sight shows it once it is seen, and its result', async () => {
  const order = await seat()
  const { live } = service.context
  live.finished(order.matchId)
  const page = await open({}, `/watch/${order.matchId}`)
  expect(await page.getByText('The match cannot be watched right now.').isVisible()).toBe(true)
  live.seated(order)
  await expect.poll(() => page.locator('arena-replay').count(), PATIENCE).toBe(1)
  expect(await page.locator('arena-replay').getAttribute('src')).toBe(`/live/${order.matchId}.slp`)
  await complete(order)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), PATIENCE).toContain('3–0')
  expect(complaintsOf(page)).toEqual([])
})

test('files are cached for ever, the page itself is not', async () => {
  const html = await (await service.fetch('/')).text()
  expect((await service.fetch('/')).headers.get('cache-control')).toBe('no-cache')
  const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!)
  expect(assets.length).toBeGreaterThanOrEqual(3)
  for (const asset of new Set(assets)) {
    const response = await service.fetch(asset)
    expect([asset, response.status, response.headers.get('cache-control')]).toEqual([
      asset,
      200,
      'public, max-age=31536000, immutable',
    ])
  }
  expect((await service.fetch('/assets/none.js')).headers.get('content-type')).toBe('application/problem+json')
})
