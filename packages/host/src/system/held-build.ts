/**
 * A build is a folder that never changes (`build/<id>`, made by scripts/build.ts), and a program uses only its own
 * build: the processes that it starts and the files that it reads later come from the same build, whatever is built
 * meanwhile. A process registers the build that it runs, so that a build is kept while a process uses it.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRunning, markOf, markText, parseMark } from './process-mark.ts'

export const BUILD_ID = /^[0-9a-f]{16}$/

/** Where this module lies in a build: `<id>/packages/host/dist/system/held-build.js`. */
const OWN = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')

/**
 * Beside the builds: an empty file for each process. Its name holds everything: `<build id>.<process id>.<its start>`.
 */
const usersOf = (builds: string): string => join(builds, 'in-use')

export function nameOfUser(id: string, pid: number): string {
  return [id, ...markText(markOf(pid)).split(' ')].join('.')
}

/** Keeps the build that this process runs until it ends. It has no effect for programs that run from sources. */
export function holdBuild(): void {
  if (!BUILD_ID.test(basename(OWN))) return
  const users = usersOf(dirname(OWN))
  const file = join(users, nameOfUser(basename(OWN), process.pid))
  try {
    mkdirSync(users, { recursive: true })
    writeFileSync(file, '')
  } catch {
    // The folder belongs to another user, who builds and has to know which build runs (docs/operating.md).
    return
  }
  process.once('exit', () => rmSync(file, { force: true }))
}

/** The ids of the builds in a folder that some process runs. What others left behind is forgotten. */
export function heldBuilds(builds: string): Set<string> {
  const held = new Set<string>()
  const users = usersOf(builds)
  mkdirSync(users, { recursive: true })
  for (const name of readdirSync(users)) {
    const [id, ...mark] = name.split('.')
    if (isRunning(parseMark(mark.join(' ')))) held.add(id!)
    else rmSync(join(users, name))
  }
  return held
}
