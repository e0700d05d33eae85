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

test.each([
  ['README.md', 1],
  ['docs/recipes.md', 4],
])('the programs in %s are the examples that are tested', (page, count) => {
  const programs = [...readFileSync(page, 'utf8').matchAll(/<!-- (packages\/\S+\.ts) -->\n\n```ts\n([^]*?)```/g)]
  for (const [, path, code] of programs) expect(code).toBe(readFileSync(path!, 'utf8'))
  expect(programs).toHaveLength(count)
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
