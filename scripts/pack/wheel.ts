/**
 * The wheel of the Python distribution, made without Python: a ZIP archive of its modules, with what pip wants to know of them
 * (packaging.python.org: binary distribution format, core metadata). What a build has put below `arena`, such as the engine's bundle,
 * is in it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readProject, type PythonProject } from './python-project.ts'
import { ROOT } from './staging.ts'
import { zipped, type ZipEntry } from './zip.ts'

const PYTHON = join(ROOT, 'python')
const SOURCES = join(PYTHON, 'src')
const NOT_PACKED = /(?:^|\/)__pycache__(?:\/|$)|\.pyc$/

export interface Wheel {
  readonly file: string
  readonly name: string
  readonly version: string
  readonly bytes: Buffer
}

export function packWheel(): Wheel {
  const project = readProject(readFileSync(join(PYTHON, 'pyproject.toml'), 'utf8'))
  const distribution = `${project.name.replaceAll('-', '_')}-${project.version}`
  const info = `${distribution}.dist-info`
  const entries: ZipEntry[] = [
    ...modules(),
    { path: `${info}/licenses/LICENSE`, content: readFileSync(join(ROOT, 'LICENSE')) },
    { path: `${info}/METADATA`, content: Buffer.from(metadataOf(project)) },
    { path: `${info}/WHEEL`, content: Buffer.from(WHEEL) },
  ]
  const record = { path: `${info}/RECORD`, content: Buffer.from(recordOf(entries, `${info}/RECORD`)) }
  const { name, version } = project
  return { file: `${distribution}-py3-none-any.whl`, name, version, bytes: zipped([...entries, record]) }
}

const WHEEL = 'Wheel-Version: 1.0\nGenerator: arena\nRoot-Is-Purelib: true\nTag: py3-none-any\n'

function modules(): ZipEntry[] {
  const folder = join(SOURCES, 'arena')
  if (!existsSync(folder)) throw new Error(`${folder} is not there`)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(SOURCES, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !NOT_PACKED.test(path))
    .toSorted()
    .map((path) => ({ path, content: readFileSync(join(SOURCES, path)) }))
}

function metadataOf(project: PythonProject): string {
  const readme = readFileSync(join(PYTHON, project.readme), 'utf8')
  return [
    'Metadata-Version: 2.4',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `License-Expression: ${project.license}`,
    'License-File: LICENSE',
    ...project.classifiers.map((classifier) => `Classifier: ${classifier}`),
    `Requires-Python: ${project.requiresPython}`,
    ...project.dependencies.map((dependency) => `Requires-Dist: ${dependency}`),
    ...Object.entries(project.extras).flatMap(([extra, dependencies]) => [
      `Provides-Extra: ${extra}`,
      ...dependencies.map((dependency) => `Requires-Dist: ${withExtra(dependency, extra)}`),
    ]),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')
}

/** A requirement that is one only with the extra: `numpy>=1.26; python_version < "3.11"` has a condition already. */
function withExtra(dependency: string, extra: string): string {
  const [requirement, condition] = dependency.split(';').map((part) => part.trim())
  return condition === undefined
    ? `${requirement}; extra == '${extra}'`
    : `${requirement}; (${condition}) and extra == '${extra}'`
}

/** Path, hash and size of each file; of the record itself, neither. */
function recordOf(entries: readonly ZipEntry[], self: string): string {
  const line = ({ path, content }: ZipEntry): string =>
    `${path},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}`
  return [...entries.map(line), `${self},,`, ''].join('\n')
}
