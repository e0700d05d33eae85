/** The packages for bot authors, as npm and pip take them from an arena. What is really packed, scripts/served.pack.test.ts installs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kit } from '@arena/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { startService } from './http-service.ts'
import { createKitFolder } from './kit-folder.ts'
import { sharedService } from './begun-once.ts'
import { WHEEL } from '../src/kit/served-kit.ts'

const { url: kitFolder, contents } = createKitFolder()
const kit = contents['arena-kit.tgz']

const service = sharedService({}, () => ({ kitFolder }))
let document: Kit
beforeAll(async () => {
  document = Kit.parse(await (await service.fetch('/kit')).json())
})

test('GET /kit says what there is: size, hashes, and a path that never changes its content', async () => {
  expect(document.kit).toMatchObject({ name: '@arena/kit', bytes: kit.length })
  expect(document.sdk).toMatchObject({ name: '@arena/sdk', bytes: contents['arena-sdk.tgz'].length })
  expect(document.python).toMatchObject({ bytes: contents[WHEEL].length })
  const types = { kit: 'application/gzip', sdk: 'application/gzip', python: 'application/zip' }
  for (const [name, type] of Object.entries(types)) {
    const { path, sha256 } = document[name as keyof Kit]
    const answer = await service.fetch(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
    expect(Buffer.from(digest).toString('hex')).toBe(sha256)
  }
})

describe('a file', () => {
  test('at the short address is asked for anew each time; at that of its content it is kept for ever', async () => {
    const [short, long] = await Promise.all(
      ['/kit/arena-kit.tgz', document.kit.path].map((path) => service.fetch(path)),
    )
    expect(short!.headers.get('cache-control')).toBe('no-cache')
    expect(long!.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(short!.headers.get('etag')).toBe(long!.headers.get('etag'))
    expect(Buffer.from(await short!.arrayBuffer()).equals(kit)).toBe(true)
  })

  test('is not sent again to a client that has it, and in parts where it is asked for so', async () => {
    const head = await service.fetch('/kit/arena-kit.tgz', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([
      200,
      String(kit.length),
      0,
    ])
    const etag = head.headers.get('etag')!
    const known = await service.fetch('/kit/arena-kit.tgz', { headers: { 'if-none-match': etag } })
    expect(known.status).toBe(304)
    const part = await service.fetch('/kit/arena-kit.tgz', { headers: { range: 'bytes=2-5', 'if-range': etag } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${kit.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(kit.subarray(2, 6))).toBe(true)
    // It is packed already.
    const asked = await service.fetch('/kit/arena-kit.tgz', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(asked.headers.get('content-encoding')).toBeNull()
  })

  test('of another version is not there, and the answer names the one that is', async () => {
    const answer = await service.fetch('/kit/0123456789abcdef/arena-kit.tgz')
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not-found', detail: expect.stringContaining(document.kit.path) })
    for (const path of ['/kit/index.json', '/kit/..%2fpackage.json', '/kit/0123/arena-kit.tgz']) {
      expect((await service.fetch(path)).status, path).toBe(404)
    }
  })
})

test.each([
  ['nothing is packed', null],
  ['an earlier version has packed its own', [{ file: 'arena-kit.tgz' }, { file: 'bot_arena-0.1.0-py3-none-any.whl' }]],
])('where %s, the answer says how that is done', async (_what, index) => {
  const folder = await mkdtemp(join(tmpdir(), 'arena-kit-'))
  if (index !== null) await writeFile(join(folder, 'index.json'), JSON.stringify(index))
  await using bare = await startService({}, () => ({ kitFolder: pathToFileURL(`${folder}/`) }))
  for (const path of ['/kit', '/kit/arena-kit.tgz']) {
    expect(await (await bare.fetch(path)).json()).toMatchObject({ detail: 'The kit is not packed. Run: npm run build' })
  }
  await rm(folder, { recursive: true })
})
