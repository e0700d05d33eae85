/** The rehearsal of a bot on its page, for its owner, in a real browser. */
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { contrastFaults, seriousFaults } from '../../../scripts/tests/axe.ts'
import { closePages, complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { sharedService } from './begun-once.ts'
import { receiptFacts } from './receipt-facts.ts'
import { RESULT } from './stored-match.ts'

const service = sharedService()
afterEach(closePages)

test.each([
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const)(
  'its owner asks for one by a button, calls it off, and reads how one went: $colorScheme',
  async (options) => {
    const { accounts, bots, rehearsals, sessions, sessionCookie, db, machineId } = service.context
    const { id: userId } = await accounts.findOrCreate(`${options.colorScheme}@example.org`)
    const { id } = await bots.register(userId, { name: 'Waveland', mode: 'live', url: 'https://bot.example.org' })
    const page = await openPage(options)
    const [name, value] = sessionCookie
      .set(await sessions.open(userId), 60_000)
      .split(';', 1)[0]!
      .split('=')
    await page.context().addCookies([{ name: name!, value: value!, url: service.url }])
    const words = () => page.locator('#rehearsal').locator('xpath=ancestor-or-self::section').innerText()

    await page.goto(`${service.url}/b/${id}`)
    expect(await words()).toContain('Only a paused bot rehearses.')
    await bots.update(userId, id, { status: 'paused' })
    await page.reload()
    await page.getByRole('button', { name: 'Rehearse' }).click()
    await page.waitForURL(/#rehearsal$/)
    expect(await words()).toContain('Waiting since')
    await page.getByRole('button', { name: 'Call it off' }).click()
    await expect.poll(words).toContain('Its owner has called it off.')

    const asked = (await rehearsals.request(userId, id))!
    const { summary } = RESULT
    const held = {
      port: 0,
      opponent_id: 'bot_00000000000000000000000003',
      opponent_name: 'Gale',
      machine_id: machineId,
    } as const
    await db
      .updateTable('rehearsals')
      .set({ ...held, seed: '0'.repeat(64), stage: 31, started_at: new Date(), ended_at: new Date() })
      .set({ status: 'completed', summary: JSON.stringify(summary), facts: JSON.stringify(receiptFacts()) })
      .where('id', '=', asked.id)
      .execute()
    await page.reload()
    expect(await words()).toContain('Won by stocks against Gale on Battlefield')
    expect(await words()).toContain('The bot sent nothing for 903 ms')
    expect(await page.getByRole('button', { name: 'Rehearse again' }).isVisible()).toBe(true)
    expect([...(await seriousFaults(page)), ...(await contrastFaults(page))]).toEqual([])
    expect(complaintsOf(page)).toEqual([])
    await db
      .insertInto('rehearsal_replays')
      .values({ rehearsal_id: asked.id, bytes: 8, packed: gzipSync('a replay') })
      .execute()
    await page.reload()
    expect(await page.locator('arena-replay').getAttribute('src')).toBe(`/bots/${id}/rehearsal/replay.slp`)
    const link = page.getByRole('link', { name: 'Download the replay' })
    expect(await link.getAttribute('href')).toBe(`/bots/${id}/rehearsal/replay.slp`)
  },
)
