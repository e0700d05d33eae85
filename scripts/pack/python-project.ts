/** What `pyproject.toml` says of the distribution. Reads the part of TOML that such a file is made of: tables, texts, lists of texts. */

export interface PythonProject {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly readme: string
  readonly license: string
  readonly requiresPython: string
  readonly classifiers: readonly string[]
  readonly dependencies: readonly string[]
  readonly extras: Readonly<Record<string, readonly string[]>>
}

type Table = ReadonlyMap<string, string>

export function readProject(text: string): PythonProject {
  const tables = tablesOf(text)
  const project = tables.get('project')
  if (project === undefined) throw new Error('pyproject.toml has no table [project]')
  const extras = [...(tables.get('project.optional-dependencies') ?? [])]
  return {
    name: textOf(project, 'name'),
    version: textOf(project, 'version'),
    description: textOf(project, 'description'),
    readme: textOf(project, 'readme'),
    license: textOf(project, 'license'),
    requiresPython: textOf(project, 'requires-python'),
    classifiers: textsOf(project.get('classifiers') ?? '[]', 'classifiers'),
    dependencies: textsOf(project.get('dependencies') ?? '[]', 'dependencies'),
    extras: Object.fromEntries(extras.map(([name, value]) => [name, textsOf(value, name)])),
  }
}

/** The values of each table as they are written. A list may have several lines. */
function tablesOf(text: string): Map<string, Table> {
  const tables = new Map<string, Map<string, string>>()
  let table = new Map<string, string>()
  let open: { readonly name: string; value: string } | null = null
  for (const line of text.split('\n')) {
    const code = line.replace(/^\s*#.*$/, '').trim()
    if (open !== null) {
      open.value += ` ${code}`
    } else {
      const header = /^\[([^[\]]+)\]$/.exec(code)
      if (header) tables.set(header[1]!, (table = new Map()))
      const [, name, value] = /^([\w-]+)\s*=\s*(.+)$/.exec(code) ?? []
      if (name !== undefined && value !== undefined) open = { name, value }
    }
    if (open !== null && isWhole(open.value)) {
      table.set(open.name, open.value)
      open = null
    }
  }
  return tables
}

/** Whether every bracket that is opened outside of texts is closed. */
function isWhole(value: string): boolean {
  const bare = value.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
  return bare.split('[').length === bare.split(']').length
}

function textOf(table: Table, name: string): string {
  const value: unknown = parsed(table.get(name), name)
  if (typeof value === 'string') return value
  throw new Error(`pyproject.toml: ${name} is not a text`)
}

function textsOf(value: string, name: string): string[] {
  const list: unknown = parsed(value, name)
  if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list
  throw new Error(`pyproject.toml: ${name} is not a list of texts`)
}

/** Texts and lists of them are written as in JSON, but for a comma at the end. */
function parsed(value: string | undefined, name: string): unknown {
  try {
    return JSON.parse((value ?? '').replace(/,\s*\]$/, ']'))
  } catch {
    throw new Error(`pyproject.toml: ${name} is not written as it is read here: ${value ?? 'it is missing'}`)
  }
}
