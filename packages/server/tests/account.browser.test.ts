/**
 * The page of an account in a real browser, against a real arena, a bot of the SDK, and the mails that the arena sends: every
 * flow from the first sign-in to the end of the account, and the owner's view on a bot's page.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serveBot, stick } from '@arena/sdk'
import type { BotServer } from '@arena/sdk'
import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { seriousFaults } from '../../../scripts/tests/axe.ts'
import { closePages, complaintsOf, openPage } from '../../../scripts/tests/browser.ts'
import { readOutbox, signInOf } from './mailbox.ts'
import { sharedService } from './begun-once.ts'
import { endMatch, seatMatch } from './stored-match.ts'

const PATIENCE = { timeout: 15_000, interval: 50 }
/** What a browser says of an answer that the page shows in words. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4/

const service = sharedService()
let bot: BotServer
let botUrl: string
/** The pages of the test that runs. */
const pages: Page[] = []

beforeAll(async () => {
  bot = await serveBot({
    port: 0,
    play: () => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => stick(0) }),
  })
  botUrl = `http://127.0.0.1:${bot.port}`
})

afterAll(() => bot.close())

afterEach(async () => {
  const complaints = pages.splice(0).flatMap((page) => complaintsOf(page).filter((text) => !REFUSED.test(text)))
  await closePages()
  expect(complaints).toEqual([])
})

async function open(path = '/account', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options)
  pages.push(page)
  await page.goto(service.url + path)
  return page
}

/** The newest mail to an address, read as its owner reads it. */
async function mailTo(email: string) {
  await service.context.mailer.settled()
  return signInOf((await readOutbox(join(service.context.config.dataDir, 'outbox'), email)).at(-1)!)
}

async function askForMail(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a mail' }).click()
  await page.getByLabel('Code').waitFor()
}

async function signIn(page: Page, email: string): Promise<void> {
  await askForMail(page, email)
  await page.getByLabel('Code').fill((await mailTo(email)).code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

async function cookieOf(userId: string) {
  const { sessions, sessionCookie } = service.context
  const [name, value] = sessionCookie
    .set(await sessions.open(userId), 60_000)
    .split(';', 1)[0]!
    .split('=') as [string, string]
  return { name, value, url: service.url }
}

/** A page of an account that is signed in already, without the flow that another test drives. */
async function openSignedIn(email: string, handle: string, options: BrowserContextOptions = {}): Promise<Page> {
  const id = await ownerOf(email)
  if (handle !== '') await service.context.accounts.setHandle(id, handle)
  const page = await openPage(options)
  pages.push(page)
  await page.context().addCookies([await cookieOf(id)])
  await page.goto(`${service.url}/account`)
  return page
}

/** The session of the browser is that of another account from now on. No tab hears of it. */
async function becomeAnother(page: Page, email: string): Promise<string> {
  const id = await ownerOf(email)
  await page.context().addCookies([await cookieOf(id)])
  return id
}

/** A bot that is pinged, and answers when the test does. */
async function startSlowBot() {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const pinged = new Promise<ServerResponse>((resolve) => server.on('request', (_request, answer) => resolve(answer)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    pinged,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function ownerOf(email: string): Promise<string> {
  return (await service.context.accounts.findOrCreate(email)).id
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
const nav = (page: Page) => page.getByRole('navigation', { name: 'Site' })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const newBot = (page: Page): Locator =>
  page.locator('form.bot-form').filter({ has: page.getByRole('button', { name: 'Register' }) })

async function register(page: Page, name: string, url: string): Promise<void> {
  await newBot(page).getByLabel('Name').fill(name)
  await newBot(page).getByLabel('URL').fill(url)
  await newBot(page).getByRole('button', { name: 'Register' }).click()
}

/** Where `ARENA_SCREENSHOTS` names a folder. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env['ARENA_SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/account-${name}.png`, fullPage: true })
}

/** Both widths, both colour schemes: nothing is cut off, all text can be read. */
async function expectReadable(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const scrollWidth = await page.evaluate('document.documentElement.scrollWidth')
      const faults = await seriousFaults(page)
      expect({ name, colorScheme, scrollWidth, faults }).toEqual({ name, colorScheme, scrollWidth: width, faults: [] })
      await keepPicture(page, `${name}-${colorScheme}-${width}`)
    }
  }
}

test('sign-in by code stays on the page; a wrong code is answered in words, and a handle is asked for', async () => {
  const page = await open()
  await expectReadable(page, 'sign-in')
  await askForMail(page, 'ada@example.org')
  expect(await page.evaluate('document.activeElement.name')).toBe('code')
  expect(await page.getByLabel('Code').inputValue()).toBe('')
  const { code } = await mailTo('ada@example.org')
  await page.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByRole('alert').allTextContents(), PATIENCE)
    .toContainEqual(expect.stringContaining('The code is wrong'))
  await expectReadable(page, 'wrong-code')
  await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Choose a handle' }).waitFor()
  await expect.poll(() => focused(page), PATIENCE).toBe('Account')
  expect(page.url()).toBe(`${service.url}/account`)

  await service.context.accounts.setHandle(await ownerOf('taken@example.org'), 'taken')
  const handle = page.getByRole('textbox', { name: 'Handle' })
  await handle.fill('taken')
  await handle.press('Enter')
  await page.getByText('@taken is taken. Choose another.').waitFor()
  await handle.fill('ada')
  await handle.press('Enter')
  await page.getByText('You are @ada.').waitFor()
  expect(await nav(page).getByRole('link').last().textContent()).toBe('@ada')
  await page.goto(service.url)
  expect(await nav(page).getByRole('link').last().textContent()).toBe('@ada')
})

test('the link of the mail, opened in another tab, signs in the tab that asked for it; signing out ends the session', async () => {
  const page = await open()
  await askForMail(page, 'link@example.org')
  const { link } = await mailTo('link@example.org')
  const tab = await page.context().newPage()
  await tab.goto(link)
  await tab.getByText('link@example.org').waitFor()
  await expectReadable(tab, 'link')
  await tab.getByRole('button', { name: 'Sign in on this device' }).click()
  await tab.getByRole('heading', { name: 'Choose a handle' }).waitFor()
  expect(tab.url()).toBe(`${service.url}/account`)
  await page.getByRole('heading', { name: 'Choose a handle' }).waitFor()

  await tab.getByRole('button', { name: 'Sign out' }).click()
  await tab.getByLabel('E-mail address').waitFor()
  await page.getByLabel('E-mail address').waitFor()
  expect((await page.request.get(`${service.url}/me`)).status()).toBe(401)
})

test('a bot is registered: the steps of the deploy check appear as they happen, and a failed one is told in words', async () => {
  await using slow = await startSlowBot()
  const page = await openSignedIn('grace@example.org', 'grace')
  await page.getByText('A bot without an address of its own').getByText('npx arena-kit connect').waitFor()
  await register(page, 'Slow', slow.url)
  const ping = await slow.pinged
  const states = () =>
    page.evaluate("[...document.querySelectorAll('.bot-form .check li')].map((item) => item.dataset.state)")
  await expect.poll(states, PATIENCE).toEqual(['passed', 'passed', 'running', 'waiting'])
  expect(await newBot(page).getByRole('status').textContent()).toBe('Step 3 of 4: Ask for /ping…')
  await expectReadable(page, 'checking')
  ping.writeHead(404).end()
  await newBot(page).getByRole('alert').getByText('The bot did not pass the deploy check').waitFor()
  expect(await newBot(page).textContent()).toMatch(/Step ping: answered 404 Not Found; 200 is expected.*the body pong/)
  expect(await page.evaluate('document.activeElement.name')).toBe('url')
  await expectReadable(page, 'check-failed')
  expect(await service.context.bots.list(await ownerOf('grace@example.org'))).toEqual([])

  await newBot(page).getByLabel('URL').fill('http://user:secret@bot.example/')
  await newBot(page).getByRole('button', { name: 'Register' }).click()
  await newBot(page).locator('.field-error').getByText(/./).waitFor()
  await register(page, 'Waveland', botUrl)
  await page.getByText('passed the deploy check and is registered.').waitFor()
  await expect.poll(() => focused(page), PATIENCE).toBe('Bots')
  expect(await newBot(page).getByLabel('Name').inputValue()).toBe('')
  await page.getByRole('article', { name: 'Waveland' }).getByText('Active').waitFor()
})

test('a second account in another tab: nothing of the first is shown as its own, and no late answer becomes its own', async () => {
  await using slow = await startSlowBot()
  const page = await openSignedIn('first@example.org', 'first')
  await register(page, 'Slow', slow.url)
  const ping = await slow.pinged
  await page.getByLabel('Name of the key').fill('ci')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  await page.getByRole('textbox', { name: 'Handle' }).fill('first_2')

  await becomeAnother(page, 'second@example.org')
  const tab = await page.context().newPage()
  await tab.goto(`${service.url}/account`)
  await page.getByText('second@example.org').waitFor()
  expect(await page.getByRole('textbox', { name: 'Handle' }).inputValue()).toBe('')
  expect(await page.getByRole('textbox', { name: 'Secret' }).count()).toBe(0)
  expect(await page.evaluate('[...document.querySelectorAll("input")].map((field) => field.value)')).not.toContain(
    secret,
  )
  // The page reads no further than the last event, which ends the request either way.
  const answered = new Promise<void>((resolve) => {
    const note = (request: Request) => request.method() === 'POST' && resolve()
    page.on('requestfinished', note).on('requestfailed', note)
  })
  ping.end('pong')
  await answered
  expect(await service.context.bots.list(await ownerOf('first@example.org'))).toHaveLength(1)
  expect(await page.getByRole('article').count()).toBe(0)
  expect(await focused(page)).toBe('Account')
})

test('a tab that shows the account of before does nothing to the one that is signed in by now, and shows it', async () => {
  for (const act of ['handle', 'delete', 'sign-out'] as const) {
    const page = await openSignedIn(`before-${act}@example.org`, '')
    const id = await becomeAnother(page, `by-now-${act}@example.org`)
    if (act === 'handle') {
      await page.getByRole('textbox', { name: 'Handle' }).fill('not_mine')
      await page.getByRole('button', { name: 'Save the handle' }).click()
    } else if (act === 'delete') {
      await page.getByRole('button', { name: 'Delete the account…' }).click()
      await page.getByRole('button', { name: 'Delete my account' }).click()
    } else {
      await page.getByRole('button', { name: 'Sign out' }).click()
    }
    if (act !== 'sign-out') {
      await page.getByText('Another account was signed in meanwhile.').waitFor()
      await expect.poll(() => focused(page), PATIENCE).toBe('Account')
    }
    await page.getByText(`by-now-${act}@example.org`).waitFor()
    expect(await service.context.accounts.find(id)).toMatchObject({ name: '' })
    await expectReadable(page, `another-${act}`)
  }
})

test('a bot is paused, unpaused, edited and removed; its owner follows its checks and URLs on its page', async () => {
  const { bots, db } = service.context
  const owner = await ownerOf('joan@example.org')
  const { id } = await bots.register(
    owner,
    { name: 'Waveland', mode: 'live', url: `${botUrl}/` },
    { ok: true, steps: [] },
  )
  const own = { botId: id, name: 'Waveland', url: botUrl }
  const other = await bots.register(await ownerOf('o@example.org'), { name: 'Edgeguard', mode: 'live', url: botUrl })
  for (const minutes of [60, 40, 20]) {
    const startedAt = Date.now() - minutes * 60_000
    const { matchId } = await seatMatch(service.context, {
      bots: [own, { botId: other.id, name: 'Edgeguard', url: botUrl }],
      startedAt,
    })
    await endMatch(service.context, matchId, {}, startedAt + 60_000)
  }
  await db
    .updateTable('bots')
    .set({ misses: 3, missing_since: new Date(Date.now() - 3_600_000) })
    .where('id', '=', id)
    .execute()

  const page = await openSignedIn('joan@example.org', 'joan')
  const card = page.getByRole('article', { name: 'Waveland' })
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('URL').fill('http://127.0.0.1:1/')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('alert').getByText('The bot did not pass the deploy check').waitFor()
  await card.getByLabel('URL').fill(`${botUrl}/?second-url`)
  await card.getByLabel('Name').fill('Moonwalk')
  await card.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('article', { name: 'Moonwalk' })
  await renamed.getByRole('button', { name: 'Edit' }).waitFor()
  await expect.poll(() => focused(page), PATIENCE).toBe('Edit')
  expect(await bots.find(owner, id)).toMatchObject({ name: 'Moonwalk', url: `${botUrl}/?second-url` })

  await page.goto(`${service.url}/b/${id}`)
  const view = region(page, 'For its owner')
  const text = await view.textContent()
  expect(text).toContain(`${botUrl}/?second-url`)
  expect(text).toMatch(/3 matches since.*After 7 more it is offered a seat only every 3\sh/)
  expect(text).toMatch(/passed.*failed at ping.*passed/s)
  expect(await page.locator('.chart').textContent()).toContain('New URL')
  await view.locator('summary').nth(1).click()
  await expectReadable(page, 'owner')
  const stranger = await (await service.fetch(`/b/${id}`)).text()
  expect(stranger).not.toMatch(/For its owner|second-url|New URL/)

  await page.goto(`${service.url}/account`)
  await renamed.getByRole('button', { name: 'Pause' }).click()
  await renamed.getByText('Paused').waitFor()
  expect(await bots.find(owner, id)).toMatchObject({ status: 'paused' })
  await renamed.getByRole('button', { name: 'Unpause' }).click()
  await renamed.getByText('Active').waitFor()

  await renamed.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Moonwalk?' })
  expect(await dialog.textContent()).toContain('loses its rating')
  await page.keyboard.press('Escape')
  expect([await dialog.count(), await focused(page)]).toEqual([0, 'Remove'])
  await renamed.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: 'Remove the bot' }).click()
  await page.getByText('You have no bot yet.').waitFor()
  await expect.poll(() => focused(page), PATIENCE).toBe('Bots')
  expect(await bots.find(owner, id)).toBeNull()
})

test('a key is created with its scopes, copied, shown once, used and revoked', async () => {
  const page = await openSignedIn('kay@example.org', 'kay', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByLabel('Name of the key').fill('ci')
  await page.getByRole('checkbox', { name: /account\.read/ }).check()
  await page.getByRole('checkbox', { name: /bots\.write/ }).uncheck()
  await page.getByRole('button', { name: 'Create the key' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Copied.').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret)
  await expectReadable(page, 'key')
  const headers = { authorization: `Bearer ${secret}` }
  expect(await (await service.fetch('/me', { headers })).json()).toMatchObject({ name: 'kay' })
  expect((await service.fetch('/keys', { headers })).status).toBe(403)
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect.poll(() => focused(page), PATIENCE).toBe('API keys')
  await page.reload()
  expect(await page.content()).not.toContain(secret)

  await page.getByRole('radio', { name: /Signature/ }).check()
  await page.getByLabel('Name of the key').fill('laptop')
  await page.getByLabel('Public key').fill('no key')
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.locator('.field-error').getByText(/./).waitFor()
  await page.getByLabel('Public key').fill(service.context.platformKey.publicKey)
  await page.getByRole('button', { name: 'Create the key' }).click()
  expect(await page.getByLabel('Key id').inputValue()).toMatch(/^key_/)

  const key = page.getByRole('article', { name: 'Key ci' })
  await key.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('Revoked keys (1)').waitFor()
  expect((await service.fetch('/me', { headers })).status).toBe(401)
})

test('the keyboard alone registers a bot and deletes the account; a session that has ended says so', async () => {
  const email = 'keys@example.org'
  const page = await openSignedIn(email, 'keyboard')
  await newBot(page).getByLabel('Name').focus()
  await page.keyboard.type('By hand')
  await page.keyboard.press('Tab')
  await page.keyboard.type(botUrl)
  await page.keyboard.press('Enter')
  await page.getByText('passed the deploy check and is registered.').waitFor()

  const button = page.getByRole('button', { name: 'Delete the account…' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account for good?' })
  expect(await dialog.textContent()).toMatch(
    /1 bot and 0 keys are removed.*keys@example\.org is forgotten.*cannot be undone/,
  )
  await expect.poll(() => focused(page), PATIENCE).toBe('Cancel')
  await page.keyboard.press('Enter')
  expect([await dialog.count(), await focused(page)]).toEqual([0, 'Delete the account…'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(() => focused(page), PATIENCE).toBe('Delete my account')
  await page.keyboard.press('Enter')
  await page.getByText('Your account is deleted.').waitFor()
  await expect.poll(() => focused(page), PATIENCE).toBe('Account')
  expect(await nav(page).getByRole('link').last().textContent()).toBe('Account')
  const rows = await service.context.db.selectFrom('users').select('id').where('email', '=', email).execute()
  expect(rows).toEqual([])

  await signIn(page, email)
  await service.context.db.deleteFrom('sessions').execute()
  await page.getByRole('textbox', { name: 'Handle' }).fill('too_late')
  await page.keyboard.press('Enter')
  await page.getByText('Your session has ended. Sign in again to continue.').waitFor()
  await page.getByLabel('E-mail address').waitFor()
})

test('what an owner hears of is chosen by a click, and a webhook is set, tested and removed', async () => {
  const page = await openSignedIn('told@example.org', 'told', { viewport: { width: 390, height: 844 } })
  const section = page.locator('section[aria-labelledby=notices]')
  const forfeit = section.getByLabel(
    'Webhook: A bot has lost by forfeit: it did not connect, or sent no pads for too long.',
  )
  await forfeit.check()
  await expect.poll(() => section.getByText(/^Saved: message to the webhook/).count(), PATIENCE).toBe(1)
  await section.getByLabel('Webhook address').fill('ftp://hooks.example.org')
  await section.getByRole('button', { name: 'Save the webhook' }).click()
  await expect.poll(() => section.getByText('Not an http(s) URL.').count(), PATIENCE).toBe(1)
  await section.getByLabel('Webhook address').fill(`${botUrl}/ping`)
  await section.getByRole('button', { name: 'Save the webhook' }).click()
  await expect.poll(() => section.getByLabel('Secret').inputValue(), PATIENCE).toMatch(/^whsec_/)
  await section.getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => section.getByText(/^The test was/).textContent(), PATIENCE).toContain('status ')
  await section.getByText('Last deliveries (1)').click()
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  expect(await forfeit.isChecked()).toBe(true)
  expect(await section.getByLabel('Secret').count()).toBe(0)
  await section.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => section.getByText('The webhook is removed.').count(), PATIENCE).toBe(1)
})
