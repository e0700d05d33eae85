/**
 * docs/python.md, command by command, as a reader runs it: a project in Python from an arena, and a bot for libmelee as it is. It is
 * skipped where pip reaches no index. What the page has in Python is run by python/tests/test_docs.py.
 */
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ends, Guide } from './tests/guide.ts'
import { NO_INDEX, PIP } from './tests/pip.ts'

/** A bot in the style of libmelee, in the place of the reader's own. */
const LIBMELEE_BOT = fileURLToPath(new URL('../python/tests/bots/both.py', import.meta.url))
/** A bot of the Computer Melee Championship. */
const UMI_BOT = fileURLToPath(new URL('../python/tests/bots/umi_bot.py', import.meta.url))

let guide: Guide

beforeAll(async () => {
  guide = await Guide.open('python.md', PIP)
}, 300_000)
afterAll(() => guide.close(), 300_000)

test('every command of the page but those of the ladder does what the page says, from an empty folder to bots of others that play', async ({
  skip,
}) => {
  const project = guide.next()
  const code = await project.exited
  skip(NO_INDEX.test(project.text), 'pip reaches no index here')
  expect(code, project.text).toBe(0)
  expect(project.text).toContain('Successfully installed')
  const dev = guide.next()
  await dev.until(/bot 4 stocks/)
  await dev.stop()
  expect(dev.text).not.toContain('raised')
  expect(await ends(guide.next())).toContain('bot-arena') // in a folder of one's own

  // Signing in and connecting are of the ladder: python/tests/test_connect.py.
  for (let block = 0; block < 2; block++) await ends(guide.next(() => 'true\n'))

  await ends(guide.next()) // libmelee
  await copyFile(LIBMELEE_BOT, join(guide.work, 'my-bot/smashbot.py'))
  const bot = guide.next()
  await bot.until(/listening on port \d+/)
  const played = guide.next((block) => `${block.trimEnd()} --fast --exit-zero\n`)
  expect(await ends(played)).toMatch(/wins|draw/)
  await bot.stop()
  expect(bot.text).not.toContain('Traceback')

  await ends(guide.next()) // umi
  await copyFile(UMI_BOT, join(guide.work, 'my-bot/run.py'))
  const umi = guide.next()
  await umi.until(/listening on port \d+/)
  const umiPlayed = guide.next((block) => `${block.trimEnd()} --fast --exit-zero\n`)
  expect(await ends(umiPlayed)).toMatch(/wins|draw/)
  await umi.stop()
  expect(umi.text).not.toContain('Traceback')
  expect(guide.isAtEnd).toBe(true)
}, 900_000)
