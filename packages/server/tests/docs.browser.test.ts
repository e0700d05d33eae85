/** The documentation in a real browser: under the policy of the service, in light and dark, on wide and narrow screens. */
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { contrastFaults, seriousFaults } from '../../../scripts/tests/axe.ts'
import { closePages, complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { PAGES } from '../src/http/pages.ts'
import { sharedService } from './begun-once.ts'

const service = sharedService()

afterEach(closePages)

const PATHS = [
  '/docs',
  '/docs?q=pads',
  '/docs/api',
  '/docs/api/matches',
  '/docs/api/schemas',
  '/changelog',
  ...PAGES.map(({ name }) => `/docs/${name}`),
]
/** The length that a reader is asked to bear, in pixels on a wide screen. */
const LONGEST = 16_500

/** Runs in the page. */
const LOOK = `({
  ground: getComputedStyle(document.body).backgroundColor,
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  headings: document.querySelectorAll('h1').length,
  isTooLong: innerWidth === 1280 && document.documentElement.scrollHeight > ${LONGEST},
  dead: [...document.querySelectorAll('a[href^="#"]')]
    .map((link) => decodeURIComponent(link.hash.slice(1)))
    .filter((id) => document.getElementById(id) === null),
})`

/** Pages that have all parts between them: their contrast is measured in the dark too. */
const SAMPLE = new Set(['/docs', '/docs?q=pads', '/docs/api', '/docs/api/matches', '/docs/recipes', '/docs/operating'])

test.each(PATHS)(
  '%s is styled, fits narrow screens, is not too long, has nothing serious by axe, and breaks no policy',
  async (path) => {
    const page = await openPage()
    await page.goto(service.url + path)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const seen = await page.evaluate(LOOK)
        expect(seen).toEqual({
          ground: colorScheme === 'light' ? 'rgb(244, 243, 238)' : 'rgb(16, 18, 22)',
          overflow: 0,
          headings: 1,
          isTooLong: false,
          dead: [],
        })
      }
      if (colorScheme === 'light') expect(await seriousFaults(page)).toEqual([])
      else if (SAMPLE.has(path)) expect(await contrastFaults(page)).toEqual([])
    }
    expect(complaintsOf(page)).toEqual([])
  },
)

const NARROW = { viewport: { width: 390, height: 844 } }
const isMenuShown = (page: Page) => page.locator('#documents').isVisible()

test.each([true, false])(
  'on a phone the documents are a menu that opens and closes, with a script: %s',
  async (hasScript) => {
    const page = await openPage({ ...NARROW, javaScriptEnabled: hasScript })
    await page.goto(`${service.url}/docs/rules`)
    const open = page.getByRole('button', { name: 'Documents' })
    expect(await isMenuShown(page)).toBe(false)
    await open.click()
    expect(await isMenuShown(page)).toBe(true)
    await page.getByRole('button', { name: 'Close' }).click()
    expect(await isMenuShown(page)).toBe(false)
    await open.press('Enter')
    await page.keyboard.press('Escape')
    expect(await isMenuShown(page)).toBe(false)
    await open.click()
    await page.mouse.click(5, 400)
    expect(await isMenuShown(page)).toBe(false)
    await open.click()
    await page.getByRole('link', { name: 'Play protocol' }).click()
    await page.waitForURL(`${service.url}/docs/play-protocol`)
    expect(await isMenuShown(page)).toBe(false)
  },
)

test('a search shows what it finds as it is typed, and its address can be opened again', async () => {
  const page = await openPage()
  await page.goto(`${service.url}/docs`)
  const first = page.locator('.found a').first()
  await page.getByLabel('Search all documents').pressSequentially('missed pads')
  await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^\d+ sections$/)
  await expect.poll(() => first.getAttribute('href')).toBe('/docs/watching#missed-pads')
  await expect.poll(() => page.url()).toBe(`${service.url}/docs?q=missed+pads`)
  await page.reload()
  expect(await first.getAttribute('href')).toBe('/docs/watching#missed-pads')
  await page.getByLabel('Search all documents').fill('')
  await expect.poll(() => page.getByRole('link', { name: 'My first bot' }).isVisible()).toBe(true)
  expect(complaintsOf(page)).toEqual([])
})

test('a link to the reference from when it was one page leads to where that is now', async () => {
  const page = await openPage()
  await page.goto(`${service.url}/docs#registerBot`)
  await page.waitForURL(`${service.url}/docs/api/bots#registerBot`)
})
