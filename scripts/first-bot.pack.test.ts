/**
 * docs/first-bot.md, command by command, as a reader runs it: in an empty folder, with an empty home, without a package registry,
 * at a running arena that serves its kit.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ends, fencesOf, Guide } from './tests/guide.ts'
import { IS_LONG } from './tests/series.ts'

let guide: Guide

beforeAll(async () => {
  guide = await Guide.open('first-bot.md', {
    // Nobody is there: nothing but the arena may be needed.
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_update_notifier: 'false',
  })
}, 300_000)
afterAll(() => guide.close(), 300_000)

const SEED = '5f'.repeat(32)

/** The same games each time. */
const seeded = (block: string) => block.replace(/match .*/, `$& --seed ${SEED}`)

/** The bot with the step's function in the place of its namesake, as the reader puts it there. */
function changed(bot: string, step: string): string {
  const name = /^function (\w+)/m.exec(step)![1]!
  const old = new RegExp(`^/\\*\\*(?:(?!\\*/)[^])*\\*/\nfunction ${name}\\([^]*?\n}\n`, 'm')
  expect(bot).toMatch(old)
  return bot.replace(old, () => step)
}

test('every command of the guide does what the guide says, from an empty folder to a match on the ladder', async () => {
  expect(await ends(guide.next())).toContain(`my-bot is a bot for ${guide.environment['ARENA']}`)
  expect(await guide.signIn()).toContain('Signed in to')
  const ladder = guide.next()
  await ladder.until(/my-bot \(bot_\w+\) is registered/)
  await ladder.until(/begins {4}my-bot against .*: http:/)
  // A short test does not wait for the end of the match.
  if (IS_LONG) await ladder.until(/result {4}my-bot against .*\n {10}lead/)
  await ladder.stop(IS_LONG ? 'in order' : 'at once')
  const dev = guide.next()
  await dev.until(/http:\/\/127\.0\.0\.1:\d+/)
  await dev.until(/0:00|frame|bot 4 stocks/)
  await dev.stop()
  await ends(guide.next()) // another character
  expect(await ends(guide.next(seeded))).toMatch(/^bot is stronger\.$/m)
  await ends(guide.next()) // the bot to beat
  const path = join(guide.work, 'my-bot/bot.js')
  const steps = fencesOf(await readFile(new URL('../docs/first-bot.md', import.meta.url), 'utf8'), 'js')
  expect(steps).toHaveLength(1)
  await writeFile(path, changed(await readFile(path, 'utf8'), steps[0]!))
  expect(await ends(guide.next(seeded))).toMatch(/^bot is stronger\.$/m)
  const tenGames = await ends(guide.next(seeded))
  expect(Number(/(\d+) won/.exec(tenGames)![1]), tenGames).toBeGreaterThanOrEqual(9)
  expect(await ends(guide.next())).toMatch(/pass 1/)
  expect(await ends(guide.next())).toMatch(/passes|keeps/)

  expect(guide.isAtEnd).toBe(true)
}, 900_000)
