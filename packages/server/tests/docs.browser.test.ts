/** The documentation in a real browser: under the policy of the service, in light and dark, on wide and narrow screens. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { contrastFaults, seriousFaults } from '../../../scripts/tests/axe.ts'
import { closePages, complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { PAGES } from '../src/http/pages.ts'
import { startService } from './http-service.ts'
import type { Service } from './http-service.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})

afterEach(closePages)
afterAll(() => service[Symbol.asyncDispose]())

/** Runs in the page. */
const LOOK = `({
  ground: getComputedStyle(document.body).backgroundColor,
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  headings: document.querySelectorAll('h1').length,
  dead: [...document.querySelectorAll('a[href^="#"]')]
    .map((link) => decodeURIComponent(link.hash.slice(1)))
    .filter((id) => document.getElementById(id) === null),
})`

const PATHS = ['/docs', '/changelog', ...PAGES.map(({ name }) => `/docs/${name}`)]

test.each(PATHS)(
  '%s is styled, fits narrow screens, has nothing serious by axe, and breaks no policy',
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
          dead: [],
        })
      }
      expect(await (colorScheme === 'light' ? seriousFaults(page) : contrastFaults(page))).toEqual([])
    }
    expect(complaintsOf(page)).toEqual([])
  },
)
