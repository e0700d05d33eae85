/** What runs in production, as installed, against docs/dependencies.md. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface Manifest {
  readonly name: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Licences whose terms are met by keeping their notices, as MIT's are; OFL is that of fonts. */
const FITS_MIT = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
])

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Folders of all packages below the production dependencies. */
const INSTALLED = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable', '--silent'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((folder) => folder.includes('node_modules/') && !folder.includes('/@arena/'))

/** Rows of the table: package, licence and users. */
function documented(): Map<string, readonly [licence: string, users: string]> {
  const rows = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8').matchAll(
    /^\| (`.*?`) +\| (\S+) +\| (.*?) +\|/gm,
  )
  const perPackage = [...rows].flatMap(([, names, licence, users]) =>
    names!.split(', ').map((name) => [name.replaceAll('`', ''), [licence!, users!]] as const),
  )
  return new Map(perPackage)
}

test('docs/dependencies.md has every production dependency, with its licence and its users', () => {
  const users = new Map<string, string[]>()
  const licences = new Map(INSTALLED.map((folder) => [manifest(folder).name, manifest(folder).license]))
  for (const folder of readdirSync(join(ROOT, 'packages'))) {
    const { name, dependencies = {} } = manifest(join(ROOT, 'packages', folder))
    for (const used of Object.keys(dependencies).filter((each) => !each.startsWith('@arena/'))) {
      users.set(used, [...(users.get(used) ?? []), name.replace('@arena/', '')])
    }
  }
  const rows = [...documented()].map(([name, [licence, by]]) => [name, licence, by.split(', ').toSorted()])
  expect(rows).toEqual(
    [...users].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, by]) => [name, licences.get(name), by.toSorted()]),
  )
})

test('the licence of every package below them fits MIT', () => {
  const others = INSTALLED.map(manifest).filter(({ license }) => license === undefined || !FITS_MIT.has(license))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})
