/**
 * Packs what others install, into the folder `packs/`. `arena-kit.tgz`, `arena-sdk.tgz` and the
 * wheel of the Python distribution are what an arena serves, and each is whole. The others are the packages below them, for programs of one's own: they need each other and are installed together.
 *
 *   npm run pack
 *   npm install /path/to/the/clone/packs/*.tgz        in a folder of one's own
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile, isCompiled } from './compile.ts'
import { packServed } from './pack/served.ts'
import { ROOT, stage } from './pack/staging.ts'

/** Folders below `packages/`, of the packages that are packed as they are. */
export const PACKAGES = ['slp', 'protocol', 'engine', 'host']

const PACKS = join(ROOT, 'packs')

function packPackages(into: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'arena-pack-'))
  try {
    const staged = PACKAGES.map((name) => join(folder, name))
    for (const [i, name] of PACKAGES.entries()) stage(name, staged[i]!)
    execFileSync('npm', ['pack', ...staged, '--silent', '--pack-destination', into], { cwd: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function main(): void {
  if (!isCompiled() && !compile()) {
    process.exitCode = 1
    return
  }
  const fresh = `${PACKS}-${process.pid}`
  mkdirSync(fresh)
  try {
    const tarballs = join(ROOT, 'packages/kit/dist/tarballs')
    for (const { file } of packServed(tarballs)) cpSync(join(tarballs, file), join(fresh, file))
    packPackages(fresh)
    // Nothing of an earlier version stays: all that is there is installed together.
    rmSync(PACKS, { recursive: true, force: true })
    renameSync(fresh, PACKS)
    for (const file of readdirSync(PACKS)) {
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
