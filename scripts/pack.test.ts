/**
 * What `npm run pack` gives, as others meet it: installed into an empty folder by the commands of docs/writing-a-bot.md,
 * checked by strict compilers, and played. The registry is one of this test, which has what the clone has installed, so
 * that a machine without a network will do, and packages of somebody else under our names.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstMessage, frameMessage, pickRequest, Seat } from '../packages/sdk/tests/fake-arena.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly engines?: object
  readonly dependencies?: Readonly<Record<string, string>>
}

interface Packed {
  readonly name: string
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

const CLONE = process.cwd()
const BIN = join(CLONE, 'node_modules/.bin')
const STRICT = ['--strict', '--module', 'nodenext', '--target', 'es2023']

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

/** Packs a package, or reads a tarball, without running anything that is in it. */
async function npmPack(what: string, into: string, ...options: string[]): Promise<Packed> {
  const args = ['pack', what, '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', into]
  const { stdout } = await promisify(execFile)('npm', [...args, ...options], { cwd: CLONE, maxBuffer: 1 << 26 })
  return (JSON.parse(stdout) as [Packed])[0]
}

/** All libraries that these packages need at run time, with the folders where the clone has them. */
async function librariesOf(
  folders: readonly string[],
  found = new Map<string, string>(),
): Promise<Map<string, string>> {
  for (const folder of folders) {
    for (const name of Object.keys((await manifestOf(folder)).dependencies ?? {})) {
      if (name.startsWith('@arena/') || found.has(name)) continue
      found.set(name, join(CLONE, 'node_modules', name))
      await librariesOf([join(CLONE, 'node_modules', name)], found)
    }
  }
  return found
}

/** Fences of a language in a text. */
const fences = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, block]) => block!)

let folder: string
let tarballs: readonly Packed[]
/** Package folders below `packages/`. */
let packages: readonly string[]
let registry: Server
/** What our packages need, by the names of tarballs, and what npm has taken from the registry. */
const libraries = new Set<string>()
const taken = new Set<string>()
/** Section 3 of the guide. */
let guide: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-own-folder-'))
  const text = await readFile('docs/writing-a-bot.md', 'utf8')
  guide = text.slice(text.indexOf('## 3. '), text.indexOf('## 4. '))
  const [pack, install] = fences(guide, 'bash')
  const run = (cwd: string, command: string, env: Record<string, string> = {}) =>
    promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: folder, CLONE, ...env },
    })
  await run(CLONE, pack!)
  const files = (await readdir('packs')).filter((file) => file.endsWith('.tgz')).toSorted()
  tarballs = await Promise.all(files.map((file) => npmPack(join(CLONE, 'packs', file), folder, '--dry-run')))
  packages = tarballs.map(({ name }) => name.replace('@arena/', ''))

  const store = await mkdtemp(join(tmpdir(), 'arena-registry-'))
  const installed = await librariesOf(packages.map((name) => join(CLONE, 'packages', name)))
  const stored = new Map<string, { filename: string; manifest: Manifest }>()
  for (const [name, at] of installed) {
    const { filename } = await npmPack(at, store)
    stored.set(name, { filename, manifest: await manifestOf(at) })
    libraries.add(filename)
  }
  registry = createServer((request, response) => {
    void answer(decodeURIComponent(request.url!.slice(1))).then(
      (body) => response.end(body),
      () => response.writeHead(404).end('{}'),
    )
  })
  async function answer(path: string): Promise<string | Buffer> {
    if (path.endsWith('.tgz')) {
      taken.add(path)
      return readFile(join(store, path))
    }
    if (path.startsWith('@arena/')) return packument({ name: path, version: '0.1.0' }, `${path}-0.1.0.tgz`)
    const { filename, manifest } = stored.get(path)!
    return packument(manifest, filename)
  }
  const packument = (manifest: Manifest, filename: string): string => {
    const { name, version } = manifest
    const versions = { [version]: { ...manifest, dist: { tarball: `${url}/${filename}` } } }
    return JSON.stringify({ name, 'dist-tags': { latest: version }, versions })
  }
  registry.listen(0, '127.0.0.1')
  await new Promise((listening) => registry.once('listening', listening))
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
  await run(folder, install!, { npm_config_registry: url, npm_config_audit: 'false', npm_config_fund: 'false' })
  registry.close()
  await rm(store, { recursive: true })
}, 300_000)

afterAll(() => rm(folder, { recursive: true }))

test('what a registry holds under our names is not installed: libraries are taken from it, and nothing else', () => {
  expect(taken).toEqual(libraries)
})

describe('each tarball', () => {
  test('has what it needs and no tests', () => {
    for (const { name, files } of tarballs) {
      const paths = files.map(({ path }) => path)
      expect(paths, name).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts']))
      expect(
        paths.filter((path) =>
          /\.test\.|tsbuildinfo|^(?!dist\/|src\/|(?:LICENSE|README\.md|package\.json)$)/.test(path),
        ),
        name,
      ).toEqual([])
      const compiled = paths.filter((path) => path.startsWith('dist/') && path.endsWith('.js'))
      expect(paths, name).toEqual(
        expect.arrayContaining(compiled.map((path) => path.replace('dist/', 'src/').replace(/js$/, 'ts'))),
      )
    }
  })

  test('says what it is, and can be published', async () => {
    const { version, engines } = await manifestOf(CLONE)
    for (const name of packages) {
      const manifest = await manifestOf(join(folder, 'node_modules/@arena', name))
      const text = expect.any(String) as string
      expect(manifest).toMatchObject({ version, engines, description: text, author: text, license: 'MIT' })
      expect(manifest).not.toHaveProperty('private')
    }
  })

  test('is good in the eyes of publint and attw', { timeout: 120_000 }, async () => {
    for (const { name, filename } of tarballs) {
      const bytes = new Uint8Array(await readFile(join(CLONE, 'packs', filename)))
      const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true, level: 'warning' })
      expect(messages, name).toEqual([])
      const analysis = await checkPackage(createPackageFromTarballData(bytes))
      if (!analysis.types) throw new Error(`${name} has no types`)
      // Without CommonJS, and without Node 10, which knows no `exports`.
      for (const resolutionKind of ['node16-esm', 'bundler'] as const) {
        expect(filterProblems(analysis, { resolutionKind }), `${name}, ${resolutionKind}`).toEqual([])
      }
    }
  })
})

describe('in an empty folder', () => {
  /** A process in the folder; gives what it prints. */
  async function run(command: string, ...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder })
    return stdout
  }
  const readmeOf = (name: string) => readFile(join(folder, 'node_modules/@arena', name, 'README.md'), 'utf8')

  beforeAll(async () => {
    const [bot] = fences(await readFile('README.md', 'utf8'), 'ts')
    await writeFile(join(folder, 'twenty-lines.ts'), bot!)
    await writeFile(join(folder, 'bot.js'), fences(guide, 'js')[0]!)
    for (const name of packages) {
      const examples = fences(await readmeOf(name), 'ts')
      expect(examples, name).toHaveLength(1)
      await writeFile(join(folder, `${name}.ts`), examples[0]!)
    }
  })

  test.each(['true', 'false'])(
    'strict compilers take all types, those of the packages included, with exactOptionalPropertyTypes %s',
    { timeout: 60_000 },
    async (exact) => {
      const nodeTypes = ['--typeRoots', join(CLONE, 'node_modules/@types'), '--types', 'node']
      const files = [...packages.map((name) => `${name}.ts`), 'twenty-lines.ts']
      const options = [...STRICT, '--skipLibCheck', 'false', '--exactOptionalPropertyTypes', exact]
      expect(await run(join(BIN, 'tsc'), ...options, ...nodeTypes, '--outDir', 'compiled', ...files)).toBe('')
      // Where a page is all there is, or a bot that knows nothing of Node.
      expect(await run(join(BIN, 'tsc'), ...options, '--types', '', '--noEmit', 'twenty-lines.ts')).toBe('')
    },
  )

  test('the bot in twenty lines plays itself, as TypeScript against JavaScript', { timeout: 300_000 }, async () => {
    const bots = ['twenty-lines.ts', '--against', 'compiled/twenty-lines.js', '--stage', '8']
    const said = await run(join(BIN, 'arena-kit'), 'play', ...bots, '--fast', '--replay', 'game.slp')
    for (const bot of ['twenty-lines 1', 'twenty-lines 2'])
      expect(said).toMatch(new RegExp(`${bot} .*Fox .* 0 of \\d{4,}`))
    expect(said).toMatch(/ of play\n\nReplay: game\.slp/)
  })

  test.each([
    ['slp', /^Fox and Fox [A-Z].*\n\d{4,} frames, complete\n$/],
    ['protocol', /^12 bytes for frame -123\naction\.character\n$/],
    ['engine', /^0 4 0\n$/],
  ])('the example in the README of %s does what it says', async (name, output) => {
    expect(await run(process.execPath, `compiled/${name}.js`)).toMatch(output)
  })

  test.each(['bot.js', 'compiled/sdk.js'])('the bot of the guide and of the README plays: %s', async (program) => {
    const start = fences(guide, 'bash')[2]!.trim().replace('bot.js', program)
    const child = spawn('bash', ['-c', `exec ${start}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let url = ''
      for await (const line of createInterface(child.stdout)) {
        url = line.replace('listening on ', '')
        break
      }
      expect(await (await fetch(`${url}/ping`)).text()).toBe('pong')
      const seat = await Seat.dial(url)
      seat.send(pickRequest(0))
      await seat.padsUntil(3)
      expect(JSON.parse(seat.texts[0]!)).toEqual({ id: 0, action: { character: 2, costume: 0 } })
      seat.send(firstMessage())
      seat.send(frameMessage(0))
      // The opponent stands to the right.
      expect((await seat.padsUntil(6)).slice(3).map(({ frame, stickX }) => [frame, stickX])).toEqual([
        [1, 208],
        [2, 208],
        [3, 208],
      ])
      seat.socket.close()
    } finally {
      child.kill()
    }
  })
})
