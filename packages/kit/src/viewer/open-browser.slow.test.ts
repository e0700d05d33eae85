import { expect, test } from 'vitest'
import { openBrowser } from './open-browser.ts'

const node = (code: string): [string, ...string[]] => [process.execPath, '-e', code]

test('says whether the browser was opened: what opens it ends well, or goes on', async () => {
  expect(await openBrowser('http://127.0.0.1/', node('process.exit(0)'))).toBe(true)
  expect(await openBrowser('http://127.0.0.1/', node('setTimeout(() => {}, 2000)'))).toBe(true)
})

test('and that it was not, where nothing can open it', async () => {
  expect(await openBrowser('http://127.0.0.1/', node('process.exit(3)'))).toBe(false)
  expect(await openBrowser('http://127.0.0.1/', ['no-such-opener'])).toBe(false)
})
