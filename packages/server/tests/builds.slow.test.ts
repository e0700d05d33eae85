/**
 * Builds, made in copies of the sources: two are the same to the byte, and what runs keeps running what it was started
 * with, whatever is built meanwhile.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { IS_LONG } from '../../../scripts/tests/series.ts'
import { layDatabase } from './data-folder.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Names that a clone does not have. */
const NOT_SOURCES = new Set(['.git', 'build', 'coverage', 'data', 'node_modules', 'reports', 'tests', 'fixtures'])
let folder: string
/** A copy, with its builds. */
let copy: string

/**
 * The sources, with the libraries that are installed here. A short run takes along what is compiled, and does not compile it
 * again.
 */
function copySources(name: string): string {
  const tree = join(folder, name)
  cpSync(ROOT, tree, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => {
      const parts = path.slice(ROOT.length).split('/')
      const isCompiled = path.endsWith('.tsbuildinfo') || parts.includes('dist')
      return isCompiled ? !IS_LONG : !parts.some((part) => NOT_SOURCES.has(part))
    },
  })
  for (const within of ['.', ...readdirSync(join(ROOT, 'packages')).map((each) => join('packages', each))]) {
    linkLibraries(join(ROOT, within, 'node_modules'), join(tree, within, 'node_modules'))
  }
  return tree
}

function linkLibraries(from: string, to: string): void {
  for (const entry of listed(from)) {
    mkdirSync(to, { recursive: true })
    if (entry !== '@arena') symlinkSync(join(from, entry), join(to, entry))
    else cpSync(join(from, entry), join(to, entry), { recursive: true, verbatimSymlinks: true })
  }
}

function listed(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

async function build(tree: string): Promise<string> {
  const options = IS_LONG ? [] : ['--', '--compiled']
  const child = spawn('npm', ['run', '--silent', 'build', ...options], { cwd: tree, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`The build failed: ${said}`)
  return readlinkSync(join(tree, 'build', 'current'))
}

/** What runs, by path. */
function filesOf(tree: string): Map<string, string> {
  const top = join(tree, 'build', 'current') + '/'
  const entries = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [path.slice(top.length), readFileSync(path, 'latin1')]))
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'arena-builds-'))
  copy = copySources('one')
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }))

test.runIf(IS_LONG)(
  'two builds of the same sources are the same to the byte, wherever they are made',
  async () => {
    // In a folder whose name is not as long.
    const another = copySources('another')
    // Two in one folder wait for each other.
    const ids = await Promise.all([build(copy), build(another), build(another)])
    const [made, again] = [filesOf(copy), filesOf(another)]
    expect([...made.keys()].filter((path) => made.get(path) !== again.get(path))).toEqual([])
    expect([...again.keys()]).toEqual([...made.keys()])
    expect(made.size).toBeGreaterThan(300)
    expect(new Set(ids)).toEqual(new Set([ids[0]]))
  },
  600_000,
)

test('a build is complete: the arena starts from it, and answers pages and their files', async () => {
  await build(copy)
  await layDatabase(join(folder, 'data'))
  const arena = spawn(process.execPath, [join(copy, 'build/current/packages/server/dist/main.js')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], PORT: '0', ARENA_DATA_DIR: join(folder, 'data'), ARENA_HOUSE_BOTS: '2' },
  })
  const ended = once(arena, 'close')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const output of [arena.stdout, arena.stderr]) {
      output.on('data', (text: Buffer) => {
        said += text.toString()
        const found = /Bot Arena +(http:\S+)/.exec(said)
        if (found !== null) resolve(found[1]!)
      })
    }
    arena.once('close', () => reject(new Error(`The arena did not start: ${said}`)))
  })
  try {
    const page = await (await fetch(url)).text()
    expect(page).toContain('<!doctype html>')
    const linked = [...page.matchAll(/(?:src|href)="(\/[^"#]*)"/g)].map((match) => match[1]!)
    expect(linked).toContainEqual(expect.stringMatching(/^\/assets\/.*\.js$/))
    const paths = [...linked, '/robots.txt', '/og.png', '/docs', '/openapi.json', '/leaderboard', '/ready']
    const statuses = await Promise.all(paths.map(async (path) => [path, (await fetch(url + path)).status]))
    expect(statuses).toEqual(paths.map((path) => [path, 200]))
    // The house bots are programs of the build too.
    const games = async () => ((await (await fetch(`${url}/live`)).json()) as { matches: unknown[] }).matches
    await vi.waitFor(async () => expect(await games()).toHaveLength(1), { timeout: 60_000, interval: 250 })
  } finally {
    // The first waits for the game, and one that follows too soon counts as its echo.
    const signals = setInterval(() => arena.kill('SIGTERM'), 250)
    await ended
    clearInterval(signals)
  }
}, 300_000)
