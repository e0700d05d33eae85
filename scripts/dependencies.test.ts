/** What runs in production, as installed, against docs/dependencies.md. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

interface Manifest {
  readonly name: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
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

const DOCUMENT = readFileSync(join(ROOT, 'docs/dependencies.md'), 'utf8')
const [PRODUCTION, DEVELOPMENT] = DOCUMENT.split(/\n## In (?:development|Python)\n/) as [string, string, string]

type Row = readonly [name: string, licence: string, then: string]

/** Package, licence and what stands in the column after it. */
function rowsOf(text: string): Row[] {
  return [...text.matchAll(/^\| (`.*?`) +\| (\S+) +\| (.*?) +\|/gm)].flatMap(([, names, licence, then]) =>
    names!.split(', ').map((name): Row => [name.replaceAll('`', ''), licence!, then!]),
  )
}

const byName = ([a]: readonly unknown[], [b]: readonly unknown[]): number => (String(a) < String(b) ? -1 : 1)
const PACKAGES = readdirSync(join(ROOT, 'packages')).map((folder) => manifest(join(ROOT, 'packages', folder)))

test('docs/dependencies.md has every production dependency, with its licence and its users', () => {
  const users = new Map<string, string[]>()
  const licences = new Map(INSTALLED.map((folder) => [manifest(folder).name, manifest(folder).license]))
  for (const { name, dependencies = {} } of PACKAGES) {
    for (const used of Object.keys(dependencies).filter((each) => !each.startsWith('@arena/'))) {
      users.set(used, [...(users.get(used) ?? []), name.replace('@arena/', '')])
    }
  }
  const rows = rowsOf(PRODUCTION).map(([name, licence, by]) => [name, licence, by.split(', ').toSorted()])
  expect(rows).toEqual([...users].toSorted(byName).map(([name, by]) => [name, licences.get(name), by.toSorted()]))
})

test('docs/dependencies.md has every dependency of development, with its licence', () => {
  const names = new Set(
    [manifest(ROOT), ...PACKAGES].flatMap(({ devDependencies = {} }) => Object.keys(devDependencies)),
  )
  const rows = [...names]
    .filter((name) => !name.startsWith('@arena/'))
    .map((name) => [name.replace(/^@types\/.*/, '@types/*'), licenceOf(name)] as const)
  const documented = rowsOf(DEVELOPMENT).map(([name, licence]) => [name, licence])
  expect(documented).toEqual([...new Map(rows)].toSorted(byName))
})

test('the decision that a dependency names says something of it', () => {
  // Written as in a sentence, such as Noto Sans or Fastify.
  const wordOf = (name: string): string => /\w+/.exec(name.replace(/^@[\w-]+\/(?=\w)/, ''))![0].toLowerCase()
  const silent = [...DOCUMENT.matchAll(/^\| `(.*?)` .*\]\((adr\/.*?)\) +\|$/gm)].flatMap(([, names, record]) => {
    const text = readFileSync(join(ROOT, 'docs', record!), 'utf8').toLowerCase()
    const silentNames = names!.split('`, `').filter((name) => !text.includes(wordOf(name)))
    return silentNames.map((name) => `${name} in ${record}`)
  })
  expect(silent).toEqual([])
})

/** Installed for all packages, or for one of them. */
function licenceOf(name: string): string | undefined {
  const folders = ['.', ...readdirSync(join(ROOT, 'packages')).map((folder) => join('packages', folder))]
  const folder = folders.map((each) => join(ROOT, each, 'node_modules', name)).find((each) => existsSync(each))
  return folder === undefined ? undefined : manifest(folder).license
}

test('the licence of every package below them fits MIT', () => {
  const others = INSTALLED.map(manifest).filter(({ license }) => license === undefined || !FITS_MIT.has(license))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})
