/**
 * The packages that an arena serves, each one file:
 *
 *   arena-kit.tgz   the kit as its bundle, with the engine, the viewer and the templates of new projects; no dependency
 *   arena-sdk.tgz   the SDK with what it needs inside, libraries included (`bundleDependencies`)
 *   bot_arena-*.whl the Python distribution, which pip installs (`wheel.ts`)
 *
 * They are packed when something in them has changed. The same content gives the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { published, readManifest, ROOT, stage, writeManifest } from './staging.ts'
import { packWheel, type Wheel } from './wheel.ts'

/** Packages by their folders, and what they are made of. */
const SERVED: Readonly<Record<'kit' | 'sdk', (staged: string) => void>> = { kit: stageKit, sdk: stageSdk }

const KIT = join(ROOT, 'packages/kit')
const OURS = '@arena/'
/**
 * The engine's program where host processes look for it. An arena starts another one, which is a bundle of its own and loads faster;
 * here the figures of the fighters, which the kit itself plays replays with, are not to be there twice.
 */
const ENGINE = "import('../dist/engine-main.js')\n"
const LIBRARY_SOURCES = new Set(['src', 'node_modules'])

function stageKit(staged: string): void {
  const parts = {
    [join(KIT, 'bundle')]: '',
    [join(KIT, 'templates')]: 'templates',
    [join(KIT, 'static')]: 'static',
    [join(ROOT, 'packages/web/dist/client', webStyle())]: 'static/arena.css',
    [join(KIT, 'README.md')]: 'README.md',
    [join(ROOT, 'LICENSE')]: 'LICENSE',
    [join(ROOT, 'packages/viewer/dist/browser')]: 'viewer',
  }
  for (const [from, to] of Object.entries(parts)) cpSync(from, join(staged, to), { recursive: true })
  writeManifest(staged, {
    ...published(readManifest(KIT)),
    bin: { 'arena-kit': './dist/main.js' },
    files: ['dist', 'engine', 'hosts', 'static', 'templates', 'viewer', 'THIRD-PARTY-LICENSES.md'],
    dependencies: undefined,
  })
  mkdirSync(join(staged, 'engine'))
  writeFileSync(join(staged, 'engine/engine-main.cjs'), ENGINE)
}

/** Where the style sheet of the arena's pages is in their build. */
function webStyle(): string {
  const manifest = readFileSync(join(ROOT, 'packages/web/dist/client/manifest.json'), 'utf8')
  return (JSON.parse(manifest) as Record<string, { readonly file: string }>)['src/styles/index.css']!.file
}

function stageSdk(staged: string): void {
  stage('sdk', staged)
  const bundled = new Map<string, string>()
  bundle(join(ROOT, 'packages/sdk'), staged, bundled)
  const manifest = published(readManifest(join(ROOT, 'packages/sdk')))
  writeManifest(staged, {
    ...manifest,
    dependencies: Object.fromEntries([...bundled].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    bundleDependencies: [...bundled.keys()].toSorted(),
  })
}

/** Copies what a package needs at run time, and what that needs, beside each other; notes the version of each. */
function bundle(folder: string, staged: string, bundled: Map<string, string>): void {
  for (const name of Object.keys(readManifest(folder).dependencies ?? {})) {
    if (bundled.has(name)) continue
    const found = name.startsWith(OURS)
      ? join(ROOT, 'packages', name.slice(OURS.length))
      : join(ROOT, 'node_modules', name)
    bundled.set(name, readManifest(found).version)
    const to = join(staged, 'node_modules', name)
    if (name.startsWith(OURS)) stage(name.slice(OURS.length), to, { withSources: false })
    else cpSync(found, to, { recursive: true, filter: (path) => !LIBRARY_SOURCES.has(relative(found, path)) })
    bundle(found, staged, bundled)
  }
}

/** What an arena says of a package that it serves. */
export interface ServedPackage {
  readonly file: string
  readonly name: string
  readonly version: string
  /** A hash of its content. */
  readonly id: string
  readonly bytes: number
  readonly sha256: string
  /** SHA-512, as npm writes it into lock files. */
  readonly integrity: string
}

/** Packs what has changed since it last did, and writes `index.json` beside the tarballs. */
export function packServed(into: string): readonly ServedPackage[] {
  const folder = mkdtempSync(join(tmpdir(), 'arena-served-'))
  try {
    const staged = Object.entries(SERVED).map(([name, stageIt]) => {
      const path = join(folder, name)
      mkdirSync(path)
      stageIt(path)
      return path
    })
    const wheel = packWheel()
    writeFileSync(join(folder, wheel.file), wheel.bytes)
    const stamp = join(into, 'content')
    const content = hashOf(folder)
    const index = join(into, 'index.json')
    if (!existsSync(index) || readIfThere(stamp) !== content) {
      rmSync(into, { recursive: true, force: true })
      mkdirSync(into, { recursive: true })
      const packages = [...packAll(staged, into), putWheel(wheel, into)]
      writeFileSync(index, `${JSON.stringify(packages, null, 2)}\n`)
      // Last: a packing that was broken off is no packing.
      writeFileSync(stamp, content)
    }
    return JSON.parse(readFileSync(index, 'utf8')) as ServedPackage[]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function packAll(staged: readonly string[], into: string): ServedPackage[] {
  const args = ['pack', ...staged, '--json', '--loglevel=error', '--pack-destination', into]
  const packed = execFileSync('npm', args, { cwd: into, encoding: 'utf8', maxBuffer: 1 << 26 })
  return (JSON.parse(packed) as { filename: string }[]).map(({ filename }, i) => {
    const file = `arena-${basename(staged[i]!)}.tgz`
    renameSync(join(into, filename), join(into, file))
    const { name, version } = readManifest(staged[i]!)
    return described({ file, name, version, bytes: readFileSync(join(into, file)) })
  })
}

function putWheel(wheel: Wheel, into: string): ServedPackage {
  writeFileSync(join(into, wheel.file), wheel.bytes)
  return described(wheel)
}

function described({ file, name, version, bytes }: Wheel): ServedPackage {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  return { file, name, version, id: sha256.slice(0, 16), bytes: bytes.length, sha256, integrity }
}

function hashOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const hash = createHash('sha256')
  for (const file of files) {
    const bytes = readFileSync(file)
    hash.update(`${relative(folder, file)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

function readIfThere(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
