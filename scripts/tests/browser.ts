/**
 * Chromium for tests (`*.browser.test.ts`). The files of a worker share one browser: it starts with the first page and ends with the
 * worker. A page has a context of its own, so cookies, storage and routes of one page are not seen by another.
 *
 *   const page = await openPage({ viewport: { width: 390, height: 800 } })
 *   await page.goto(service.url)
 *   ...
 *   expect(complaintsOf(page)).toEqual([])
 *
 * Pages are open until their file ends (`close-pages.ts`). A file with many tests says `afterEach(closePages)`. Two pages that share
 * cookies come from one context: `const other = await page.context().newPage()`.
 */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** The same engine without windows takes a third of the processor time to open a page. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

let launched: Promise<Browser> | null = null
const contexts = new Set<BrowserContext>()
const complaints = new WeakMap<Page, string[]>()

function browser(): Promise<Browser> {
  const found = process.env['CHROMIUM_PATH'] ?? PLACES.find((path) => existsSync(path))
  if (found === undefined)
    throw new Error(`No Chromium: CHROMIUM_PATH is not set, and there is none of ${PLACES.join(', ')}`)
  launched ??= chromium.launch({ executablePath: found, args: ARGS })
  return launched
}

export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await browser()).newContext(options)
  contexts.add(context)
  const page = await context.newPage()
  const heard: string[] = []
  complaints.set(page, heard)
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(message.text())
  })
  page.on('pageerror', (error) => heard.push(String(error.stack)))
  return page
}

/** What the browser had to say against a page of `openPage`: blocked by its policy, not found, thrown. */
export const complaintsOf = (page: Page): readonly string[] => complaints.get(page)!

export async function closePages(): Promise<void> {
  const open = [...contexts]
  contexts.clear()
  await Promise.all(open.map((context) => context.close()))
}
