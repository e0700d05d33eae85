import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kit } from '@arena/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newestKit, updateOf } from './newest.ts'
import { kitOrigin, type KitOrigin } from './origin.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'arena-kit-origin-'))))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
/** The folder of a kit as npm installs it. */
function installed(resolved: string, manifest: object = {}): URL {
  const project = join(folder, `${++count}`)
  const own = join(project, 'node_modules/@arena/kit')
  mkdirSync(own, { recursive: true })
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  const packages = { 'node_modules/@arena/kit': { resolved, integrity: 'sha512-old' } }
  writeFileSync(join(project, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  return pathToFileURL(`${own}/`)
}

describe('the arena that a kit comes from', () => {
  test.each([
    ['http://127.0.0.1:8080/kit/arena-kit.tgz', 'http://127.0.0.1:8080'],
    ['https://example.org/arena/kit/0123456789abcdef/arena-kit.tgz', 'https://example.org/arena'],
  ])('is in the address that npm took it from: %s', (resolved, arena) => {
    expect(kitOrigin(installed(resolved))).toEqual({ arena, integrity: 'sha512-old', sdkIntegrity: null, isNpx: false })
    expect(kitOrigin(installed(resolved, { _npx: { packages: [resolved] } }))).toMatchObject({ arena, isNpx: true })
  })

  test('is not known of a kit from a file, or of a clone', () => {
    expect(kitOrigin(installed('file:packs/arena-kit.tgz'))).toBeNull()
    expect(kitOrigin()).toBeNull()
  })
})

describe('the newest kit', () => {
  const server = createServer((_request, response) =>
    response.end(JSON.stringify((Kit.meta()!.examples as unknown[])[0])),
  )
  let arena: string
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    arena = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())

  const { kit, sdk } = Kit.parse((Kit.meta()!.examples as unknown[])[0])
  const ours = (integrity: string | null, isNpx = true) => ({ arena, integrity, sdkIntegrity: null, isNpx })

  test('takes the place of one that npx has kept from before', async () => {
    expect(await newestKit(ours('sha512-old'), {})).toBe(arena + kit.path)
  })

  test.each([
    ['is this one', () => ours(kit.integrity), {}],
    ['was started by another', () => ours('sha512-old'), { ARENA_KIT_STARTED_BY: 'npx' }],
    ['belongs to a project, which chooses its version', () => ours('sha512-old', false), {}],
    ['comes from no arena', () => null, {}],
    ['comes from an arena that is away', () => ({ ...ours('sha512-old'), arena: 'http://127.0.0.1:9' }), {}],
  ])('does not where this one %s', async (_why, origin, env) => {
    expect(await newestKit(origin(), env)).toBeNull()
  })

  describe('is told to a project, in a sentence with the command that installs it', () => {
    const told = (origin: Partial<KitOrigin>): Promise<string | null> =>
      updateOf({ ...ours(kit.integrity, false), sdkIntegrity: sdk.integrity, ...origin }, new AbortController().signal)

    test.each([
      [{ integrity: 'sha512-old' }, 'kit', ['kit']],
      [{ sdkIntegrity: 'sha512-old' }, 'SDK', ['sdk']],
      [{ integrity: 'sha512-old', sdkIntegrity: 'sha512-old' }, 'SDK and kit', ['sdk', 'kit']],
    ])('%j', async (origin, what, names) => {
      const files = names.map((name) => `${arena}/kit/arena-${name}.tgz`).join(' ')
      expect(await told(origin)).toBe(`${arena} has a newer ${what} than this project: npm install ${files}`)
    })

    test.each([
      ['is that of the project', {}],
      ['cannot be asked for', { integrity: 'sha512-old', arena: 'http://127.0.0.1:9' }],
      ['was started by npx, which starts the newest', { integrity: 'sha512-old', isNpx: true }],
    ])('but not where it %s', async (_why, origin) => {
      expect(await told(origin)).toBeNull()
    })
  })
})
