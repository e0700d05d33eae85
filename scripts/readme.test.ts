import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorOf } from '../packages/server/src/docs/markdown.ts'

const FOLDERS = [
  '.',
  'docs',
  'docs/adr',
  'research',
  'packages/engine/data',
  'packages/lab/sets',
  'python',
  ...readdirSync('packages').map((name) => join('packages', name)),
]
const PAGES = FOLDERS.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

/** Without code, which may look like headings and links. */
function textOf(page: string): string {
  return readFileSync(page, 'utf8').replace(/^```[^]*?^```$/gm, '')
}

function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))
}

test('the program in README.md is the example that is tested', () => {
  const [, path, code] = /<!-- (packages\/\S+\.ts) -->\n\n```ts\n([^]*?)```/.exec(readFileSync('README.md', 'utf8'))!
  expect(code).toBe(readFileSync(path!, 'utf8'))
})

test.each(PAGES)('every file and heading that %s links to exists', (page) => {
  const missing = [...textOf(page).matchAll(/\]\((?!\w+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)].filter(
    ([, path, anchor]) => {
      const target = path === '' ? page : join(dirname(page), path!)
      if (!existsSync(target)) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor)
    },
  )
  expect(missing.map(([link]) => link)).toEqual([])
})

test('every log line that docs/operating.md explains is one that the arena writes', () => {
  const [, table] = /^## When something goes wrong\n([^]*?)^## /m.exec(readFileSync('docs/operating.md', 'utf8'))!
  const sources = ['server', 'host', 'protocol']
    .map((name) => join('packages', name, 'src'))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
  const lines = [...table!.matchAll(/^\| (.*?) +\|/gm)].flatMap(([, symptom]) => [...symptom!.matchAll(/`([^`]+)`/g)])
  const parts = lines.flatMap(([, line]) => line!.split('…').map((part) => part.trim()))
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.filter((part) => !sources.some((text) => text.includes(part)))).toEqual([])
})

/** Sources, and what of a document each names: its path, or where a page leads. */
function namedIn(folders: readonly string[], pattern: RegExp): readonly (readonly [string, RegExpExecArray])[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|m?js|py|sh|ya?ml)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(pattern)].map((found) => [file, found] as const),
  )
}

test('every document that a source names exists', () => {
  const sources = readdirSync('packages').map((name) => join('packages', name, 'src'))
  const named = namedIn([...sources, 'python/src', 'scripts', 'bench', 'deploy'], /\bdocs\/(?:adr\/)?[\w-]+\.md\b/g)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(([, [path]]) => !existsSync(path)).map(([file, [path]]) => `${file}: ${path}`)).toEqual([])
})

test('every document and heading that a page of the arena links to exists', () => {
  const links = namedIn(['packages/web/src'], /paths\.docs\('([\w-]+)'\)\}?(?:#([\w-]+))?/g)
  expect(links.length).toBeGreaterThan(3)
  for (const [file, [, name, anchor]] of links) {
    expect(existsSync(`docs/${name}.md`), `${file}: ${name}`).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(`docs/${name}.md`), file).toContain(anchor)
  }
})
