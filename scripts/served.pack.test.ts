/**
 * The kit and the SDK as an arena serves them: taken by npm in empty folders, by the commands that the arena's own pages give. No
 * package registry answers. A clone after `npm run build` is needed.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type Service } from '../packages/server/tests/http-service.ts'
import { packServed } from './pack/served.ts'

const CLONE = process.cwd()
/** The most that is fetched before the first game. */
const MOST_BYTES = 3_000_000
/** The report of Node's test runner: Node 20 writes TAP here, later ones their own words. */
const PASSED = /^(?:#|ℹ) pass 1\n(?:#|ℹ) fail 0$/m

let folder: string
/** What the arena serves; a copy, which a test upgrades. */
let tarballs: string
let service: Service

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arena-served-'))
  const packed = join(CLONE, 'packages/kit/dist/tarballs')
  packServed(packed)
  tarballs = join(folder, 'tarballs')
  await cp(packed, tarballs, { recursive: true })
  service = await startService({}, () => ({ kitFolder: pathToFileURL(`${tarballs}/`) }))
}, 300_000)

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

interface Said {
  readonly stdout: string
  readonly stderr: string
}

/** A command in a folder, with a home of its own and no registry. */
function both(cwd: string, command: string, ...args: string[]): Promise<Said> {
  const env = {
    PATH: process.env['PATH'],
    HOME: join(folder, 'home'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }
  return promisify(execFile)(command, args, { cwd, env })
}

const run = async (cwd: string, command: string, ...args: string[]): Promise<string> =>
  (await both(cwd, command, ...args)).stdout

const kit = (cwd: string, ...args: string[]) => run(cwd, 'npx', '--yes', `${service.url}/kit/arena-kit.tgz`, ...args)

test('the kit is small, needs nothing, and has the notices of what is bundled in it', async () => {
  const bytes = new Uint8Array(await readFile(join(tarballs, 'arena-kit.tgz')))
  expect(bytes.length).toBeLessThan(MOST_BYTES)
  const tarball = createPackageFromTarballData(bytes)
  const paths = tarball.listFiles().map((path) => path.replace('/node_modules/@arena/kit/', ''))
  expect(paths).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.md', 'dist/main.js', 'hosts/host-main.js']),
  )
  const manifest = JSON.parse(tarball.readFile('/node_modules/@arena/kit/package.json')) as object
  for (const name of ['dependencies', 'devDependencies', 'scripts', 'private'])
    expect(manifest).not.toHaveProperty(name)
  const notices = tarball.readFile('/node_modules/@arena/kit/THIRD-PARTY-LICENSES.md')
  for (const name of ['commander', 'sucrase', 'ws', 'zod']) expect(notices).toContain(`## ${name} - `)
})

test.each(['arena-kit.tgz', 'arena-sdk.tgz'])('%s is good in the eyes of publint and attw', async (file) => {
  const bytes = new Uint8Array(await readFile(join(tarballs, file)))
  const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true, level: 'warning' })
  expect(messages).toEqual([])
  const analysis = await checkPackage(createPackageFromTarballData(bytes))
  // The examples of the kit are of its templates: a program has nothing to import.
  if (!analysis.types) throw new Error('no types')
  for (const resolutionKind of ['node16-esm', 'bundler'] as const) {
    expect(filterProblems(analysis, { resolutionKind }), resolutionKind).toEqual([])
  }
})

describe('in an empty folder', { timeout: 600_000 }, () => {
  test('npx makes a project that plays its test, and its types hold with strict compilers', async () => {
    const work = await mkdtemp(join(folder, 'work-'))
    const made = await kit(work, 'init', 'my-bot', '--json')
    expect(JSON.parse(made)).toMatchObject({ template: 'ts', arena: service.url, isInstalled: true })
    const project = join(work, 'my-bot')
    // All of it came from the arena.
    expect((await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual(['@arena'])
    expect(await run(project, join(CLONE, 'node_modules/.bin/tsc'))).toBe('')
    expect(await run(project, 'npm', 'test')).toMatch(PASSED)
    expect(existsSync(join(project, 'test.debug.jsonl'))).toBe(true)
  })

  test('JavaScript and Python projects are made too', async () => {
    const work = await mkdtemp(join(folder, 'work-'))
    await kit(work, 'init', 'js', '--template', 'js')
    expect(await run(join(work, 'js'), 'npm', 'test')).toMatch(PASSED)
    for (const [template, ...files] of [['python'], ['python-raw', 'arena_signature.py']] as const) {
      await kit(work, 'init', template, '--template', template)
      await run(join(work, template), 'python3', '-m', 'py_compile', 'bot.py', 'test_bot.py', ...files)
    }
  })

  test('npx runs the kit of an arena that was upgraded, although it has kept the one from before', async () => {
    const work = await mkdtemp(join(folder, 'work-'))
    await using upgraded = await serveUpgraded(work, async (url) => {
      await run(work, 'npx', '--yes', `${url}/kit/arena-kit.tgz`, '--help')
    })
    // The same address, as after a restart of the arena.
    expect(await run(work, 'npx', '--yes', `${upgraded.url}/kit/arena-kit.tgz`, '--help')).toContain('The NEXT kit')
  })

  test('a project goes on while the arena is away, and is told in a sentence of a newer kit when it is back', async () => {
    const work = await mkdtemp(join(folder, 'work-'))
    const project = join(work, 'my-bot')
    const away = async (): Promise<void> => {
      for (const [command, said] of [
        ['npm run play -- --fast --stage 31 --replay game.slp', /Replay: game\.slp/],
        ['npm run dev -- --fast --stage 31 --games 1 --no-open', /bot against each opponent:/],
        ['npx arena-kit match bot.js ember --games 2', /2 games in 1 pair\b/],
        ['npx arena-kit inspect game.slp', /game\.slp: Battlefield/],
        ['npx arena-kit check bot.js', /rules pass/],
        ['npx arena-kit lab bot.js --seconds 2 --no-search', /pads? landed/],
        ['npm test', PASSED],
      ] as const) {
        const { stdout, stderr } = await both(project, 'bash', '-c', command)
        expect(stdout, command).toMatch(said)
        // It is nobody's business here where the arena is.
        expect(stderr, command).not.toMatch(/http:\/\/127\.0\.0\.1:\d+(?: has| cannot)/)
      }
      await expect(both(project, 'npx', 'arena-kit', 'watch')).rejects.toMatchObject({
        stderr: expect.stringMatching(/^arena-kit: http:\S+ cannot be reached: connect ECONNREFUSED \S+\n$/),
      })
    }
    await using upgraded = await serveUpgraded(
      work,
      async (url) => {
        await run(work, 'npx', '--yes', `${url}/kit/arena-kit.tgz`, 'init', 'my-bot', '--template', 'js')
        expect(await both(project, 'npx', 'arena-kit', '--version')).toEqual({
          stdout: expect.stringMatching(new RegExp(`^arena-kit \\d.* \\([0-9a-f]{12}\\) from ${url}\n$`)),
          stderr: '',
        })
      },
      away,
    )
    const update = `npm install ${upgraded.url}/kit/arena-kit.tgz`
    // A command waits a second for the arena's word, which on a busy machine may not be enough.
    let told = ''
    while (told === '') told = (await both(project, 'npx', 'arena-kit', 'inspect', 'game.slp')).stderr
    expect(told).toBe(`${upgraded.url} has a newer kit than this project: ${update}\n`)
    await both(project, 'bash', '-c', update)
    expect(await both(project, 'npx', 'arena-kit', '--help')).toEqual({
      stdout: expect.stringContaining('The NEXT kit'),
      stderr: '',
    })
    expect(JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))).toMatchObject({
      devDependencies: { '@arena/kit': `${upgraded.url}/kit/arena-kit.tgz` },
    })
  })
})

/** Another version of the kit, whose help says so, in a folder of `work`. */
async function stageNext(work: string): Promise<string> {
  const staged = join(work, 'staged')
  await promisify(execFile)('tar', ['-xzf', join(tarballs, 'arena-kit.tgz'), '-C', work])
  await cp(join(work, 'package'), staged, { recursive: true })
  const main = join(staged, 'dist/main.js')
  const text = await readFile(main, 'utf8')
  await writeFile(main, text.replaceAll('The kit of a bot arena', 'The NEXT kit of a bot arena'))
  return staged
}

/** An arena that is upgraded: it serves one kit, is away, and then serves another at the same address. */
async function serveUpgraded(
  work: string,
  before: (url: string) => Promise<void>,
  away: () => Promise<void> = async () => {},
): Promise<Service> {
  const next = await mkdtemp(join(folder, 'next-'))
  await cp(tarballs, next, { recursive: true })
  const first = await startService({}, () => ({ kitFolder: pathToFileURL(`${next}/`) }))
  const port = new URL(first.url).port
  try {
    await before(first.url)
  } finally {
    await first[Symbol.asyncDispose]()
  }
  await away()

  const staged = await stageNext(work)
  await promisify(execFile)('npm', ['pack', staged, '--silent', '--pack-destination', next], { cwd: next })
  const [packed] = (await readdir(next)).filter((name) => /^arena-kit-\d/.test(name))
  const bytes = await readFile(join(next, packed!))
  await writeFile(join(next, 'arena-kit.tgz'), bytes)
  const index = JSON.parse(await readFile(join(next, 'index.json'), 'utf8')) as Record<string, unknown>[]
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const entry = index.find(({ file }) => file === 'arena-kit.tgz')!
  Object.assign(entry, { sha256, integrity, id: sha256.slice(0, 16), bytes: bytes.length })
  await writeFile(join(next, 'index.json'), JSON.stringify(index))
  return startService({}, () => ({ kitFolder: pathToFileURL(`${next}/`) }), Number(port))
}
