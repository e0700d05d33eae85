/** A page of another origin, in a real browser: it reads what is public, and nothing that an account owns. */
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../../scripts/tests/browser.ts'
import { startService } from './http-service.ts'
import type { Service } from './http-service.ts'
import { endMatch, seatMatch } from './stored-match.ts'

const REPLAY = Buffer.from('a replay, which compresses '.repeat(200))

/** Another port of the same machine is another origin. */
const elsewhere = createServer((_request, response) =>
  response.setHeader('content-type', 'text/html').end('<p>Elsewhere'),
)

let service: Service
let page: Page

beforeAll(async () => {
  service = await startService()
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  page = await openPage()
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
})

afterAll(async () => {
  elsewhere.close()
  await service[Symbol.asyncDispose]()
})

/** What a script of the page gets; the bytes as base64, null where the browser keeps the answer from it. */
function read(path: string, init: RequestInit & { readonly cache?: 'no-store' } = {}) {
  return page.evaluate(
    async ({ url, sent }) => {
      try {
        const response = await fetch(url, sent)
        const bytes = new Uint8Array(await response.arrayBuffer())
        const exposed = response.headers.get('content-disposition')
        return { status: response.status, bytes: btoa(String.fromCharCode(...bytes)), exposed }
      } catch {
        return null
      }
    },
    { url: service.url + path, sent: init },
  )
}

const bytesOf = (answer: { readonly bytes: string } | null) => Buffer.from(answer!.bytes, 'base64')

test('a page of another origin reads /live, /matches and a replay, whole and in part', async () => {
  const running = await seatMatch(service.context, { names: ['Plays', 'Now'] })
  service.context.live.seated(running)
  const { matchId } = await seatMatch(service.context)
  await mkdir(service.context.replayDir, { recursive: true })
  await writeFile(join(service.context.replayDir, `${matchId}.slp`), REPLAY)
  await endMatch(service.context, matchId, { replayBytes: REPLAY.length })

  expect(JSON.parse(bytesOf(await read('/live')).toString())).toMatchObject({ matches: [{ id: running.matchId }] })
  const { matches } = JSON.parse(bytesOf(await read('/matches')).toString()) as { matches: { id: string }[] }
  expect(matches.map(({ id }) => id)).toContain(matchId)

  const path = `/matches/${matchId}/replay.slp`
  const whole = await read(path)
  expect(bytesOf(whole)).toEqual(REPLAY)
  expect(whole!.exposed).toBe(`attachment; filename="${matchId}.slp"`)
  const part = await read(path, { headers: { range: 'bytes=100-199' } })
  expect([part!.status, bytesOf(part)]).toEqual([206, REPLAY.subarray(100, 200)])
})

test('what needs an account, and whatever is asked with credentials, stays closed to it', async () => {
  for (const path of ['/me', '/bots', '/keys']) expect(await read(path), path).toBeNull()
  expect(await read('/live', { credentials: 'include' })).toBeNull()
  expect(await read('/me/handle', { method: 'POST', body: '{}' })).toBeNull()
})
