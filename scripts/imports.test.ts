/**
 * The rules for imports. Packages depend downwards only, and there are no circular imports
 * between folders of a package: a reader of one folder need not read a second that needs the first. The folders of a
 * package are those directly below its `src`; a module directly in `src` counts by itself. Types may form circles:
 * nothing of them is left when the program runs.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

/** Every package, and those it may import. A package that is not here fails. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  slp: [],
  protocol: ['slp'],
  ratings: [],
  engine: ['slp'],
  sdk: ['slp', 'protocol', 'engine'],
  host: ['slp', 'protocol', 'engine'],
  batch: ['slp', 'engine', 'protocol', 'sdk', 'host'],
  kit: ['slp', 'protocol', 'ratings', 'engine', 'sdk', 'host'],
  viewer: ['slp', 'protocol', 'engine'],
  card: ['slp', 'engine', 'viewer'],
  web: ['slp', 'protocol', 'engine', 'sdk', 'viewer', 'card'],
  server: ['slp', 'protocol', 'ratings', 'engine', 'sdk', 'host', 'web', 'card'],
  lab: ['slp', 'engine'],
}

interface Import {
  /** Path of the importing module, from the repository's root. */
  readonly from: string
  /** Path of a module of the repository, or the name of a package. */
  readonly to: string
  readonly isType: boolean
}

interface Edge {
  readonly from: string
  readonly to: string
  /** One import that makes it. */
  readonly by: Import
}

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = readdirSync(join(ROOT, 'packages'))

function modulesOf(name: string): string[] {
  return readdirSync(join(ROOT, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join('packages', name, 'src', file))
}

/** Its static imports and what it exports from elsewhere; `import()` waits until it is called, and so closes no circle. */
function importsOf(path: string, text: string): Import[] {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const target = (name: string) => (name.startsWith('.') ? join(dirname(path), name) : name)
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    from: path,
    to: target(moduleRequest.value),
    // `import './module.ts'` names nothing, and runs the module.
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
  }))
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest === null ? [] : [{ from: path, to: target(moduleRequest.value), isType }],
    ),
  )
  return [...imported, ...exported]
}

/** `packages/server/src/http/cors.ts` is of `http`, `packages/server/src/app.ts` of `app.ts`. */
function folderOf(path: string): string {
  return path.split('/')[3]!
}

function packageOf(target: string): string | undefined {
  return /^(?:packages|@arena)\/([\w-]+)/.exec(target)?.[1]
}

function edgesBetweenFolders(imports: readonly Import[]): Edge[] {
  const edges = new Map<string, Edge>()
  for (const by of imports) {
    if (by.isType || !by.to.startsWith('packages/') || packageOf(by.to) !== packageOf(by.from)) continue
    const edge = { from: folderOf(by.from), to: folderOf(by.to), by }
    const key = `${edge.from} ${edge.to}`
    if (edge.from !== edge.to && !edges.has(key)) edges.set(key, edge)
  }
  return [...edges.values()]
}

/** The shortest way back to where an edge begins: a circle, edge by edge. Null where none leads back. */
function circleThrough(first: Edge, edges: readonly Edge[]): Edge[] | null {
  let ways: Edge[][] = [[first]]
  const reached = new Set([first.to])
  while (ways.length > 0) {
    const closed = ways.find((way) => way.at(-1)!.to === first.from)
    if (closed) return closed
    ways = ways.flatMap((way) =>
      edges
        .filter(({ from, to }) => from === way.at(-1)!.to && !reached.has(to))
        .map((edge) => {
          reached.add(edge.to)
          return [...way, edge]
        }),
    )
  }
  return null
}

/** Circles that hold every edge of a circle at least once, in words. */
function circles(imports: readonly Import[]): string[] {
  const edges = edgesBetweenFolders(imports)
  const named = new Set<Edge>()
  const found: string[] = []
  for (const edge of edges) {
    const circle = named.has(edge) ? null : circleThrough(edge, edges)
    if (circle === null) continue
    for (const each of circle) named.add(each)
    const lines = circle.map(({ from, to, by }) => `  ${from} -> ${to}: ${by.from} imports ${by.to}`)
    found.push(['A circle of folders:', ...lines].join('\n'))
  }
  return found
}

const allImports = new Map(
  PACKAGES.map((name) => [
    name,
    modulesOf(name).flatMap((path) => importsOf(path, readFileSync(join(ROOT, path), 'utf8'))),
  ]),
)

test('every package has its line of what it may import', () => {
  expect(PACKAGES.toSorted()).toEqual(Object.keys(MAY_IMPORT).toSorted())
})

test.each(PACKAGES)('%s imports no package but those below it', (name) => {
  const allowed = new Set([name, ...(MAY_IMPORT[name] ?? [])])
  const upward = allImports.get(name)!.filter(({ to }) => !allowed.has(packageOf(to) ?? name))
  expect(upward.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

test('packages form no circle', () => {
  const below = (name: string, above: readonly string[]): void => {
    expect(above, [...above, name].join(' -> ')).not.toContain(name)
    for (const each of MAY_IMPORT[name] ?? []) below(each, [...above, name])
  }
  for (const name of PACKAGES) below(name, [])
})

test.each(PACKAGES)('folders of %s form no circle', (name) => {
  expect(circles(allImports.get(name)!).join('\n\n')).toBe('')
})

test('the engine’s program, of which each match has a process, loads no schemas: they cost 2.5 MB', () => {
  const ofHost = allImports.get('host')!.filter(({ isType }) => !isType)
  const loaded = new Set(['packages/host/src/engine/engine-main.ts'])
  for (const from of loaded) for (const each of ofHost) if (each.from === from) loaded.add(each.to)
  expect([...loaded]).toContain('@arena/engine')
  expect([...loaded].filter((to) => to === '@arena/protocol' || to === 'zod')).toEqual([])
})

describe('the rule itself', () => {
  const A = 'packages/server/src/a/one.ts'
  const B = 'packages/server/src/b/two.ts'
  const found = (a: string, b: string) => circles([...importsOf(A, a), ...importsOf(B, b)])

  test('names each edge of a cycle and an import that makes it', () => {
    expect(found("import { two } from '../b/two.ts'", "export { one } from '../a/one.ts'")).toEqual([
      `A circle of folders:\n  a -> b: ${A} imports ${B}\n  b -> a: ${B} imports ${A}`,
    ])
  })

  test('an import for its side effect closes a cycle, as does a re-export', () => {
    expect(found("import '../b/two.ts'", "export * from '../a/one.ts'")).toHaveLength(1)
  })

  test('types and what is imported when asked for close none', () => {
    const value = "import { two } from '../b/two.ts'"
    expect(found(value, "import type { One } from '../a/one.ts'")).toEqual([])
    expect(found(value, "export type { One } from '../a/one.ts'")).toEqual([])
    expect(found(value, "export const one = () => import('../a/one.ts')")).toEqual([])
  })

  test('a module directly in src is no folder with its neighbours', () => {
    const imports = [
      ...importsOf('packages/server/src/app.ts', "import './a/one.ts'"),
      ...importsOf(A, "import '../log.ts'"),
    ]
    expect(circles(imports)).toEqual([])
  })
})
