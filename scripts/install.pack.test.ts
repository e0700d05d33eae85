/**
 * What `npm run pack` gives, as others meet it: installed into an empty folder by the commands of docs/writing-a-bot.md,
 * checked by strict compilers, and played. A clone after `npm ci` is enough: there is no network.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PACKAGES } from './pack.ts'
import { LocalRegistry, manifestOf } from './pack/registry.ts'
import { firstMessage, frameMessage, pickRequest, Seat } from '../packages/sdk/tests/fake-arena.ts'

const CLONE = process.cwd()
const BIN = join(CLONE, 'node_modules/.bin')
const STRICT = ['--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2023']

/** Fences of a language in a text. */
const fences = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, block]) => block!)

let folder: string
/** The packages that are packed as they are; served.pack.test.ts is about the two that an arena serves. */
let tarballs: readonly Uint8Array<ArrayBuffer>[]
/** Package folders below `packages/`, those two included. */
let packages: readonly string[]
let registry: Pick<LocalRegistry, 'libraries' | 'taken'>
/** What the guide says of the bot's program. */
let guide: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-own-folder-'))
  const text = await readFile('docs/writing-a-bot.md', 'utf8')
  guide = text.slice(text.indexOf('## The program'), text.indexOf('## Sign in'))
  const [, pack, install] = fences(guide, 'bash')
  const run = (cwd: string, command: string, env: Record<string, string> = {}) =>
    promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: folder, CLONE, ...env },
    })
  await run(CLONE, pack!)
  const files = (await readdir('packs')).filter((file) => file.endsWith('.tgz')).toSorted()
  const contents = await Promise.all(files.map(async (file) => new Uint8Array(await readFile(join('packs', file)))))
  const nameOf = (bytes: Uint8Array<ArrayBuffer>) =>
    createPackageFromTarballData(bytes).packageName.replace('@arena/', '')
  packages = contents.map(nameOf)
  tarballs = contents.filter((bytes) => PACKAGES.includes(nameOf(bytes)))

  // The two have their dependencies in them.
  const needing = PACKAGES.map((name) => join('packages', name))
  await using local = await LocalRegistry.open(needing, join(CLONE, 'node_modules'))
  await run(folder, install!, { npm_config_registry: local.url, npm_config_audit: 'false', npm_config_fund: 'false' })
  registry = local
}, 300_000)

afterAll(() => rm(folder, { recursive: true }))

test('what a registry holds under our names is not installed: libraries are taken from it, and nothing else', () => {
  expect(registry.taken).toEqual(registry.libraries)
})

test('the kit needs no database and no HTTP framework: nothing is installed that only the service uses', async () => {
  const manifests = await Promise.all(['server', ...packages].map((name) => manifestOf(join('packages', name))))
  const [service, ...needed] = manifests.map(({ dependencies = {} }) => Object.keys(dependencies))
  const onlyOfService = service!.filter((name) => !needed.flat().includes(name))
  expect(onlyOfService).toEqual(expect.arrayContaining(['@electric-sql/pglite', 'fastify', 'kysely', 'pg']))
  const folders = await readdir(folder, { recursive: true })
  const isInstalled = (name: string) => folders.some((path) => path.endsWith(`node_modules/${name}`))
  expect(onlyOfService.filter(isInstalled)).toEqual([])
  expect(['@arena/kit', '@arena/host', 'ws'].filter(isInstalled)).toHaveLength(3)
})

describe('each tarball', () => {
  test('has what its manifest names, a licence and a README, and no tests', async () => {
    expect(tarballs).toHaveLength(PACKAGES.length)
    for (const bytes of tarballs) {
      const tarball = createPackageFromTarballData(bytes)
      const name = tarball.packageName
      const paths = tarball.listFiles().map((path) => path.replace(`/node_modules/${name}/`, ''))
      const { files = [] } = await manifestOf(join('packages', name.replace('@arena/', '')))
      const roots = new Set(['LICENSE', 'README.md', 'package.json', ...files])
      expect(paths, name).toEqual(expect.arrayContaining(['LICENSE', 'README.md']))
      expect(paths.filter((path) => !roots.has(path.split('/')[0]!) || /\.test\.|tsbuildinfo/.test(path))).toEqual([])
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
    for (const bytes of tarballs) {
      const tarball = createPackageFromTarballData(bytes)
      const name = tarball.packageName
      const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true, level: 'warning' })
      expect(messages, name).toEqual([])
      const analysis = await checkPackage(tarball)
      if (!analysis.types) throw new Error(`${name} has no types`)
      // Without CommonJS, and without Node 10, which knows no `exports`.
      for (const resolutionKind of ['node16-esm', 'bundler'] as const) {
        expect(filterProblems(analysis, { resolutionKind }), `${name}, ${resolutionKind}`).toEqual([])
      }
    }
  })
})

describe('in an empty folder', () => {
  /** A process in the folder; gives what it prints, also where it fails. */
  async function run(command: string, ...args: string[]): Promise<string> {
    try {
      return (await promisify(execFile)(command, args, { cwd: folder })).stdout
    } catch (error) {
      throw new Error((error as { stdout: string }).stdout, { cause: error })
    }
  }
  const readmeOf = (name: string) => readFile(join(folder, 'node_modules/@arena', name, 'README.md'), 'utf8')

  /** All but programs, which nobody imports. */
  const examples: string[] = []

  /** Starts a program that listens and says where. */
  async function listening(command: string): Promise<{ url: string; end: () => void }> {
    const child = spawn('bash', ['-c', `exec ${command}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of createInterface(child.stdout)) {
      return { url: line.replace('listening on ', ''), end: () => void child.kill() }
    }
    throw new Error(`${command} ended and listened nowhere`)
  }

  beforeAll(async () => {
    const [bot] = fences(await readFile('README.md', 'utf8'), 'ts')
    await writeFile(join(folder, 'twenty-lines.ts'), bot!)
    await writeFile(join(folder, 'bot.js'), fences(guide, 'js')[0]!)
    for (const name of packages) {
      const { exports = {} } = await manifestOf(join('packages', name))
      const found = fences(await readmeOf(name), 'ts')
      expect(found, name).toHaveLength(Object.keys(exports).length > 0 ? 1 : 0)
      if (found.length === 0) continue
      await writeFile(join(folder, `${name}.ts`), found[0]!)
      examples.push(`${name}.ts`)
    }
    for (const [i, text] of fences(await readFile('docs/sdk.md', 'utf8'), 'ts').entries()) {
      await writeFile(join(folder, `sdk-page-${i}.ts`), text)
      examples.push(`sdk-page-${i}.ts`)
    }
  })

  test.each(['true', 'false'])(
    'strict compilers take all types, those of the packages included, with exactOptionalPropertyTypes %s',
    { timeout: 60_000 },
    async (exact) => {
      const nodeTypes = ['--typeRoots', join(CLONE, 'node_modules/@types'), '--types', 'node']
      const files = [...examples, 'twenty-lines.ts']
      const options = [...STRICT, '--exactOptionalPropertyTypes', exact]
      expect(await run(join(BIN, 'tsc'), ...options, ...nodeTypes, '--outDir', 'compiled', ...files)).toBe('')
    },
  )

  test('a bot needs no types of Node', { timeout: 60_000 }, async () => {
    expect(await run(join(BIN, 'tsc'), ...STRICT, '--types', '', '--noEmit', 'twenty-lines.ts')).toBe('')
  })

  test(
    'the bot in twenty lines plays itself by the installed kit, as TypeScript against JavaScript',
    { timeout: 300_000 },
    async () => {
      const bots = ['twenty-lines.ts', '--against', 'compiled/twenty-lines.js', '--stage', '8']
      const said = await run('node_modules/.bin/arena-kit', 'play', ...bots, '--fast', '--replay', 'game.slp')
      for (const bot of ['twenty-lines 1', 'twenty-lines 2'])
        expect(said).toMatch(new RegExp(`${bot} .*Fox .* 0 of \\d{4,}`))
      expect(said).toMatch(/ of play\n\nReplay: game\.slp/)
    },
  )

  test.each([
    ['slp', /^Fox and Fox [A-Z].*\n\d{4,} frames, complete\n$/],
    ['protocol', /^12 bytes for frame -123\naction\.character\n$/],
    ['engine', /^0 4 0\n$/],
  ])('the example in the README of %s does what it says', async (name, output) => {
    expect(await run(process.execPath, `compiled/${name}.js`)).toMatch(output)
  })

  test('the example in the README of host plays a match', { timeout: 300_000 }, async () => {
    // The second bot walks off the stage in every game.
    await writeFile(
      join(folder, 'walker.js'),
      `import { Character, serveBot, stick } from '@arena/sdk'
       const play = () => ({ pick: () => ({ character: Character.Falco, costume: 0 }), frame: () => stick(1) })
       const { port } = await serveBot({ play })
       console.log('listening on http://127.0.0.1:' + port)`,
    )
    const bots = await Promise.all(['bot.js', 'walker.js'].map((program) => listening(`node ${program}`)))
    try {
      const urls = bots.map(({ url }) => url)
      expect(await run(process.execPath, 'compiled/host.js', ...urls)).toMatch(
        /^characters 2 and 20\ncompleted stocks port (?:0|1|null)\n$/,
      )
      expect((await readFile(join(folder, `match_${'1'.repeat(26)}.slp`))).length).toBeGreaterThan(100_000)
    } finally {
      for (const { end } of bots) end()
    }
  })

  test.each(['bot.js', 'compiled/sdk.js'])('the bot of the guide and of the README plays: %s', async (program) => {
    const start = fences(guide, 'bash')[0]!.trim().replace('bot.js', program)
    const { url, end } = await listening(start)
    try {
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
      end()
    }
  })
})
