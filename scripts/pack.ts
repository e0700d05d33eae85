/**
 * Packs what others install: one tarball a package, in the folder `packs/`. They need each other and are installed together;
 * the registry is asked for nothing but libraries.
 *
 *   npm run pack
 *   npm install /path/to/the/clone/packs/*.tgz        in a folder of one's own
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folders below `packages/`. */
export const PACKAGES = ['slp', 'protocol', 'engine', 'sdk', 'host', 'kit']

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PACKS = join(ROOT, 'packs')

interface Manifest {
  readonly files: readonly string[]
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly publishConfig?: Pick<Manifest, 'bin'>
}

/**
 * The manifest that a package has outside of the repository. Without the condition `source`: whoever runs with it, as our own
 * programs do, means sources of his own, and Node takes no TypeScript from `node_modules`. Without `private`, which keeps a
 * package from being published as it stands in the repository. A program is what was compiled; in the repository it may have to run
 * from sources.
 */
function published({ publishConfig, ...manifest }: Manifest): object {
  const exports = Object.entries(manifest.exports).map(([path, conditions]) => [
    path,
    { ...conditions, source: undefined },
  ])
  const own = { ...manifest, ...publishConfig, exports: Object.fromEntries(exports) }
  return { ...own, private: undefined, scripts: undefined, devDependencies: undefined }
}

/** What earlier builds have left in `dist` has no source any more. */
function hasSource(folder: string, path: string): boolean {
  const [, name] = /^dist\/(.+?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(relative(folder, path)) ?? []
  return name === undefined || existsSync(join(folder, 'src', `${name}.ts`))
}

/** What is packed of a package, copied to a folder. */
export function stage(name: string, staged: string): void {
  const folder = join(ROOT, 'packages', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  for (const path of [...manifest.files.filter((file) => !file.startsWith('!')), 'README.md']) {
    cpSync(join(folder, path), join(staged, path), { recursive: true, filter: (file) => hasSource(folder, file) })
  }
  cpSync(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'))
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`)
}

/** Packs all into a folder; gives the names of the files. */
function pack(into: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'arena-pack-'))
  try {
    const staged = PACKAGES.map((name) => join(folder, name))
    for (const [i, name] of PACKAGES.entries()) stage(name, staged[i]!)
    const packed = execFileSync('npm', ['pack', ...staged, '--json', '--loglevel=error', '--pack-destination', into], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    return (JSON.parse(packed) as { filename: string }[]).map(({ filename }) => filename)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function main(): void {
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['--build', ...PACKAGES.map((name) => `packages/${name}`)], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  // The engine's program, as host processes start it.
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', 'packages/host'], { cwd: ROOT, stdio: 'inherit' })
  const fresh = `${PACKS}-${process.pid}`
  mkdirSync(fresh)
  try {
    const files = pack(fresh)
    // Of an earlier version nothing stays: all that is there is installed together.
    rmSync(PACKS, { recursive: true, force: true })
    renameSync(fresh, PACKS)
    for (const file of files) {
      const path = join(PACKS, file)
      process.stdout.write(
        `${(statSync(path).size / 1000).toFixed(0).padStart(6)} kB  ${relative(process.cwd(), path)}\n`,
      )
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
