/** What `npm run pack` puts into the packages. `install.pack.test.ts` installs them. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kit } from '@arena/protocol'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PACKAGES } from './pack.ts'
import { manifestOf, type Manifest } from './pack/registry.ts'
import { stage } from './pack/staging.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-staged-'))
  for (const name of PACKAGES) stage(name, join(folder, name))
})
afterAll(() => rm(folder, { recursive: true }))

test('one version: the packages have that of the repository, need each other in it, and the changelog begins with it', async () => {
  const { version } = await manifestOf(process.cwd())
  const locked = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Record<string, Manifest> }
  const names = (await readdir('packages')).map((name) => join('packages', name))
  for (const place of ['', ...names]) {
    for (const manifest of [await manifestOf(place), locked.packages[place]!]) {
      expect(manifest.version, place).toBe(version)
      const { dependencies = {}, devDependencies = {} } = manifest
      for (const [name, needed] of Object.entries({ ...dependencies, ...devDependencies }))
        if (name.startsWith('@arena/')) expect(needed, `${place} needs ${name}`).toBe(version)
    }
  }
  const [newest] = (await readFile('CHANGELOG.md', 'utf8')).match(/(?<=^## )\d+\.\d+\.\d+/m)!
  expect(newest).toBe(version)
  for (const served of Object.values((Kit.meta()!.examples as Kit[])[0]!)) expect(served.version).toBe(version)
})

test.each(PACKAGES)('%s says what it is, can be published, and is good in the eyes of publint', async (name) => {
  const { version, engines } = await manifestOf(process.cwd())
  const manifest = await manifestOf(join(folder, name))
  const text = expect.any(String) as string
  expect(manifest).toMatchObject({ version, engines, description: text, author: text, license: 'MIT' })
  expect(manifest).not.toHaveProperty('private')
  const { messages } = await publint({ pkgDir: join(folder, name), pack: false, strict: true, level: 'warning' })
  expect(messages).toEqual([])
  expect(await readFile(join(folder, name, 'LICENSE'), 'utf8')).toContain('MIT')
})

test.each(PACKAGES)('the README of %s has one example, if there is anything to import', async (name) => {
  const { exports = {} } = await manifestOf(join('packages', name))
  const readme = await readFile(join(folder, name, 'README.md'), 'utf8')
  expect(readme.match(/^```ts$/gm) ?? []).toHaveLength(Object.keys(exports).length > 0 ? 1 : 0)
})
