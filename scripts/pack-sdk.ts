/**
 * Packs the SDK for bots that live in a folder of their own: one file that npm installs, with everything that the SDK
 * stands on inside, so that neither a registry nor the clone is needed from then on. `npm run pack:sdk` builds it first.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKED = join(ROOT, 'arena-sdk.tgz')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const read = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The arena's packages that the SDK is built from. They are found by their place, as the workspace links them. */
const OWN = ['@arena/protocol', '@arena/slp']

/** All that a package needs at run time, by name. */
function foldersOf(names: readonly string[], found = new Map<string, string>()): Map<string, string> {
  for (const name of names) {
    if (found.has(name)) continue
    const folder = realpathSync(join(ROOT, 'node_modules', name))
    found.set(name, folder)
    foldersOf(Object.keys(read(folder).dependencies ?? {}), found)
  }
  return found
}

/** What is built, under the manifest that it has outside the workspace: there are no sources. */
function stageOwn(folder: string, to: string, extra: object = {}): void {
  const { exports, ...manifest } = read(folder)
  const { source: _, ...main } = exports['.']!
  cpSync(join(folder, 'dist'), join(to, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.tsbuildinfo') })
  writeFileSync(join(to, 'package.json'), JSON.stringify({ ...manifest, exports: { '.': main }, ...extra }, null, 2))
}

const staged = mkdtempSync(join(tmpdir(), 'arena-sdk-'))
try {
  const sdk = join(ROOT, 'packages/sdk')
  const needed = foldersOf([...OWN, ...Object.keys(read(sdk).dependencies ?? {})])
  for (const [name, folder] of needed) {
    const to = join(staged, 'node_modules', name)
    mkdirSync(to, { recursive: true })
    if (OWN.includes(name)) stageOwn(folder, to)
    else cpSync(folder, to, { recursive: true })
  }
  stageOwn(sdk, staged, {
    dependencies: Object.fromEntries([...needed].map(([name, folder]) => [name, read(folder).version])),
    bundleDependencies: [...needed.keys()],
    devDependencies: undefined,
  })
  cpSync(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'))
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--loglevel=error'], { cwd: staged, encoding: 'utf8' }),
  ) as [{ filename: string; size: number }]
  cpSync(join(staged, packed.filename), `${PACKED}.new`)
  renameSync(`${PACKED}.new`, PACKED)
  process.stdout.write(`${PACKED} (${(packed.size / 1e6).toFixed(1)} MB)\n`)
} finally {
  rmSync(staged, { recursive: true })
}
