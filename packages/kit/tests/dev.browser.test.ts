/** The page of `arena-kit dev` and `play --open` in a real browser, with real games. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../../../scripts/tests/axe.ts'
import { closePages, complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { runKit } from '../src/program.ts'
import { Terminal } from '../src/terminal.ts'

const SDK = JSON.stringify(new URL('../../sdk/dist/index.js', import.meta.url).href)

/** Draws where it is, and leans as said: `1` walks off the stage until the game is over. */
const bot = (lean: number) => `
import { serveBot, stick } from ${SDK}
await serveBot({
  play: () => ({
    pick: () => ({ character: 20, costume: 0 }),
    frame: ({ me, debug }) => (debug.point(me), stick(${lean})),
  }),
})`

let folder: string
beforeAll(async () => {
  await build({ root: fileURLToPath(new URL('../../viewer', import.meta.url)), logLevel: 'error' })
  folder = await mkdtemp(join(tmpdir(), 'arena-kit-dev-'))
  await writeFile(join(folder, 'bot.mjs'), bot(0))
  await writeFile(join(folder, 'walker.mjs'), bot(1))
})
afterEach(closePages)
afterAll(() => rm(folder, { recursive: true }))

class RunningKit implements AsyncDisposable {
  readonly #interruption = new AbortController()
  readonly code: Promise<number>
  text = ''
  #waiting: (() => void)[] = []

  constructor(...args: string[]) {
    const write = (part: string): void => {
      this.text += part
      for (const wake of this.#waiting.splice(0)) wake()
    }
    this.code = runKit(args, new Terminal(this.#interruption.signal, { write }, { write }))
    void this.code.finally(() => write(''))
  }

  /** What it prints, once that fits. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.text)
      if (found) return found
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  async page(): Promise<Page> {
    const [, url] = await this.printed(/Watch at (http\S+)/)
    const page = await openPage()
    await page.goto(url!)
    return page
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#interruption.abort()
    await this.code
  }
}

const isShown = (page: Page) => page.waitForFunction(() => document.querySelector('arena-replay:state(shown)') !== null)
const frameOf = (page: Page) =>
  page.evaluate(() => (document.querySelector('arena-replay') as unknown as { currentFrame: number }).currentFrame)

test('dev shows the running game as it is played, and says when a file of the bot has changed', async () => {
  await using kit = new RunningKit('dev', join(folder, 'bot.mjs'), '--against', 'ember', '--stage', '31')
  const page = await kit.page()
  await isShown(page)
  expect(await page.locator('h1').textContent()).toMatch(/^(?:bot vs ember|ember vs bot)$/)
  expect(await page.locator('#facts').textContent()).toContain('Game 1')
  const before = await frameOf(page)
  await page.waitForFunction(
    (frame) =>
      (document.querySelector('arena-replay') as unknown as { currentFrame: number }).currentFrame > frame + 30,
    before,
  )

  await writeFile(join(folder, 'bot.mjs'), bot(-1))
  await kit.printed(/bot has changed: it plays from the next game on\./)
  expect(await seriousFaults(page)).toEqual([])
  expect(complaintsOf(page)).toEqual([])
})

test('games without the clock follow each other on the page; an earlier one can be watched again', async () => {
  const options = ['--against', 'still', '--stage', '31', '--fast', '--games', '2', '--open']
  await using kit = new RunningKit('play', join(folder, 'walker.mjs'), '--replay', join(folder, 'game.slp'), ...options)
  const page = await kit.page()
  await page.locator('#facts', { hasText: 'Game 2' }).waitFor()
  await kit.printed(/The page is served until it is closed/)
  await page.getByRole('button', { name: 'Watch game 1' }).click()
  await page.locator('#facts', { hasText: 'Game 1' }).waitFor()
  await isShown(page)
  expect(await page.locator('#games tr').count()).toBe(2)
  expect(await page.locator('#games tr[aria-current] button').textContent()).toBe('1')
  const drawn = await page.evaluate(async () => (await fetch('games/1.debug.jsonl')).text())
  expect(JSON.parse(drawn.split('\n', 1)[0]!)).toMatchObject({ frame: -123, kind: 'point' })
  expect(complaintsOf(page)).toEqual([])

  // The author closes the page: the command ends as after any game.
  await page.close()
  expect(await kit.code).toBe(0)
})
