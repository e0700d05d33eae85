/**
 * Builds everything, then copies the files that run into a folder named after their hash: `build/<id>`, which never
 * changes again. `build/current` is a link to the last one. The same sources give the same id. Programs are started
 * from there and so keep the build that they were started with. Builds that no process runs any more are removed.
 *
 *   npm run build
 *   npm run build -- --compiled    # what is compiled already, as it is
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { FolderInUseError, lockFolder } from '../packages/server/src/db/folder-lock.ts'
import { compile } from './compile.ts'
import { BUILD_ID, heldBuilds } from '../packages/host/src/system/held-build.ts'
import { packServed } from './pack/served.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILDS = join(ROOT, 'build')
const CURRENT = join(BUILDS, 'current')
/** What is being put together, before it has its name. */
const AFRESH = join(BUILDS, 'new')
/** For people and for compilers. */
const NOT_RUN = /\.(?:d\.[cm]?ts|map|tsbuildinfo)$/
const RETRY_MS = 200

/** Two builds at a time would write the same files. */
async function alone(): Promise<() => void> {
  // Not the lock's to make: what is built may be run by others.
  mkdirSync(BUILDS, { recursive: true })
  let told = false
  for (;;) {
    try {
      return lockFolder(BUILDS)
    } catch (error) {
      // Where two find the lock of a build that was broken off, one of them finds it gone.
      const isTaken = error instanceof FolderInUseError
      if (!isTaken && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      if (isTaken && !told) console.log('Another build is under way; this one begins when that has ended.')
      told ||= isTaken
      await sleep(RETRY_MS)
    }
  }
}

/** Paths below the root, in an order that no file system decides. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_RUN.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .toSorted()
}

function publish(): void {
  const packages = readdirSync(join(ROOT, 'packages')).filter((name) =>
    existsSync(join(ROOT, 'packages', name, 'dist')),
  )
  const files = [
    ...filesBelow('docs'),
    ...packages.flatMap((name) =>
      // Documents show examples and templates.
      ['dist', 'static', 'examples', 'templates']
        .map((folder) => `packages/${name}/${folder}`)
        .filter((folder) => existsSync(join(ROOT, folder)))
        .flatMap((folder) => filesBelow(folder))
        .concat(`packages/${name}/package.json`),
    ),
  ]
  // Read once: a type check may be writing the same files.
  const contents = files.map((file) => [file, readFileSync(join(ROOT, file))] as const)
  const hash = createHash('sha256')
  for (const [file, bytes] of contents) hash.update(`${file}\0${bytes.length}\0`).update(bytes)
  const id = hash.digest('hex').slice(0, 16)
  removeUnused(id)
  if (!existsSync(join(BUILDS, id))) {
    for (const [file, bytes] of contents) {
      mkdirSync(dirname(join(AFRESH, file)), { recursive: true })
      // Flushed to the disk before the folder gets its name, because a build is not checked again.
      writeFileSync(join(AFRESH, file), bytes, { flush: true })
    }
    linkPackages(packages)
    renameSync(AFRESH, join(BUILDS, id))
  }
  symlinkSync(id, `${CURRENT}.new`)
  renameSync(`${CURRENT}.new`, CURRENT)
}

/** The packages find each other in the build, and their libraries where they are installed. */
function linkPackages(packages: readonly string[]): void {
  for (const name of packages) {
    const folder = join(AFRESH, 'packages', name)
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }
    const link = join(AFRESH, 'node_modules', manifest.name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(link), folder), link)
    const own = join('packages', name, 'node_modules')
    // As seen from where the build will be.
    if (existsSync(join(ROOT, own))) symlinkSync(join('../../../..', own), join(AFRESH, own))
  }
}

/** Keeps the build that is current until now: a program may be about to start from it. */
function removeUnused(id: string): void {
  for (const leftover of [AFRESH, `${CURRENT}.new`]) rmSync(leftover, { recursive: true, force: true })
  const kept = heldBuilds(BUILDS).add(id)
  if (existsSync(CURRENT)) kept.add(readlinkSync(CURRENT))
  for (const name of readdirSync(BUILDS)) {
    if (BUILD_ID.test(name) && !kept.has(name)) rmSync(join(BUILDS, name), { recursive: true })
  }
}

const release = await alone()
try {
  if (process.argv.includes('--compiled') || compile()) {
    packServed(join(ROOT, 'packages/kit/dist/tarballs'))
    publish()
  } else {
    process.exitCode = 1
  }
} finally {
  release()
}
