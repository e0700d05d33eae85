/** The documents: the door with the search, the reference, the guides, the changelog and the index of all. */
import { readdir, readFile } from 'node:fs/promises'
import { Changelog, PROBLEMS } from '@arena/protocol'
import { expect, test } from 'vitest'
import { PAGES } from '../src/http/pages.ts'
import { createKitFolder } from './kit-folder.ts'
import { sharedService } from './begun-once.ts'

const { url: kitFolder } = createKitFolder()
const PACKAGES = new URL('../../', import.meta.url)

const service = sharedService({}, () => ({ kitFolder }))

async function read(path: string, accept?: string): Promise<{ type: string | null; text: string }> {
  const response = await service.fetch(path, accept === undefined ? {} : { headers: { accept } })
  expect(response.status, path).toBe(200)
  return { type: response.headers.get('content-type'), text: await response.text() }
}

/** All pages of the documents, by path, as the lists of documents link them. */
let all: Promise<ReadonlyMap<string, string>> | undefined
const everyPage = () => (all ??= readEveryPage())

async function readEveryPage(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  const waiting = ['/docs']
  for (const path of waiting) {
    const { text } = await read(path, 'text/html')
    pages.set(path, text)
    const linked = [...text.matchAll(/href="(\/(?:docs|changelog)[^"#.]*)["#]/g)].map(([, href]) => href!)
    waiting.push(...new Set(linked.filter((href) => !waiting.includes(href))))
  }
  return pages
}

interface Documented {
  readonly paths: Record<string, Record<string, { operationId: string }>>
  readonly components: { schemas: object; pathItems: Record<string, Record<string, { operationId: string }>> }
}

const openApi = async () => (await (await service.fetch('/openapi.json')).json()) as Documented

test('/docs opens on three ways in and all documents, and each is a page', async () => {
  const { type, text } = await read('/docs')
  expect(type).toBe('text/html; charset=utf-8')
  const ways = /<ul class="ways">([^]*?)\n<\/ul>/.exec(text)![1]!
  expect([...ways.matchAll(/<h2><a href="([^"]+)">([^<]+)/g)].map(([, href, title]) => [href, title])).toEqual([
    ['/docs/first-bot', 'My first bot'],
    ['/docs/python', 'Python'],
    ['/docs/api', 'API'],
  ])
  const pages = await everyPage()
  for (const { name } of PAGES) expect([...pages.keys()]).toContain(`/docs/${name}`)
  for (const [path, html] of pages) {
    // Beside every page is the list of all, with the page itself marked.
    expect(html, path).toMatch(/<nav id="documents"[^]*href="\/docs\/writing-a-bot"[^]*<\/nav>/)
    expect(html, path).toContain(`href="${path}" aria-current="page"`)
    expect([...html.matchAll(/<script[^>]*>/g)].flat(), path).toEqual(['<script type="module" src="/docs/script.js">'])
    expect(html, path).not.toMatch(/<[a-z][^>]*\sstyle=/)
    // A table whose rows do not fit its head stays text.
    expect(html, path).not.toMatch(/\| -+ \|/)
  }
})

test('the API reference shows every operation and schema of the document once, with curl for each endpoint', async () => {
  const document = await openApi()
  const pages = [...(await everyPage())].filter(([path]) => path.startsWith('/docs/api'))
  const whole = pages.map(([, html]) => html).join('')
  const ids = [...whole.matchAll(/<article class="(?:operation|schema)" id="([^"]+)"/g)].map(([, id]) => id!)
  const operations = [...Object.values(document.paths), ...Object.values(document.components.pathItems)]
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId)
  const schemas = Object.keys(document.components.schemas).map((name) => `schema-${name}`)
  expect(ids.toSorted()).toEqual([...operations, ...schemas].toSorted())
  for (const path of Object.keys(document.paths)) {
    const [head] = path.split('{', 1)
    expect(whole).toMatch(new RegExp(`curl (-X \\w+ )?https://arena\\.example\\.org${head!.replace(/\./g, '\\.')}`))
  }
})

test('every link to a section of a document leads to one that is there', async () => {
  const pages = await everyPage()
  const lost = [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/href="(\/[^"#]*)?#([^"]+)"/g)].flatMap(([link, to = path, anchor]) =>
      pages.has(to) && !pages.get(to)!.includes(`id="${anchor}"`) ? [`${path}: ${link}`] : [],
    ),
  )
  expect(lost).toEqual([])
})

test('/docs?q= searches all documents, and marks what it finds', async () => {
  const found = async (question: string) => {
    const { text } = await read(`/docs?q=${encodeURIComponent(question)}`)
    return [...text.matchAll(/<li><h2><a href="([^"]+)">/g)].map(([, href]) => href)
  }
  // A guide, the reference, a document for operators, and the changelog.
  expect((await found('missed pads'))[0]).toBe('/docs/watching#missed-pads')
  expect(await found('registerBot')).toContain('/docs/api/bots#registerBot')
  expect(await found('Register a bot')).toContain('/docs/api/bots#registerBot')
  expect((await found('backups'))[0]).toBe('/docs/operating#backups')
  expect(await found('LikelyCause')).toContain('/docs/api/schemas#schema-LikelyCause')
  expect((await read('/docs?q=round-trip')).text).toContain('<mark>round-trip</mark>')
  expect((await read(`/docs?q=${encodeURIComponent('<b>&"')}`)).text).toContain('value="&#60;b&#62;&#38;&#34;"')
  expect((await read('/docs?q=qwertyuiop')).text).toContain('Nothing was found.')
  expect((await service.fetch(`/docs?q=${'x'.repeat(101)}`)).status).toBe(400)
})

test.each(PAGES.map(({ name }) => name))('/docs/%s is a page, and Markdown for programs', async (name) => {
  const page = await read(`/docs/${name}`)
  expect(page.type).toBe('text/html; charset=utf-8')
  expect(page.text).toMatch(/<h1 id="[a-z-]+">/)
  const source = await read(`/docs/${name}.md`)
  expect(source.type).toBe('text/markdown; charset=utf-8')
  expect(source.text).toMatch(/^# /)
})

test('a program stands in a page in the place of the line that links to it, byte for byte', async () => {
  for (const [page, language, ...files] of [
    ['python', 'python', 'kit/templates/python/bot.py'],
    [
      'recipes',
      'ts',
      ...(await readdir(new URL('sdk/examples/recipes', PACKAGES))).map((n) => `sdk/examples/recipes/${n}`),
    ],
  ] as const) {
    const { text } = await read(`/docs/${page}.md`)
    for (const file of files) {
      const program = await readFile(new URL(file, PACKAGES), 'utf8')
      expect(text).toContain(`\n\`\`\`${language}\n${program}\`\`\`\n`)
      expect(text).not.toContain(file)
    }
  }
})

test('every link between pages leads somewhere', async () => {
  const seen = new Set<string>()
  for (const [, html] of await everyPage()) {
    for (const [, href] of html.matchAll(/(?:href|src)="(\/[^"#]*)/g)) seen.add(href!)
  }
  seen.delete('/') // the dashboard, which has to be built first
  expect(seen.size).toBeGreaterThan(8)
  for (const path of seen) await read(path)
})

test('the `type` of every problem leads to where it is documented', async () => {
  const { text } = await read('/docs/problems')
  for (const code of Object.keys(PROBLEMS)) {
    const response = await service.fetch(`/problems/${code}`, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, `/docs/problems#${code}`])
    expect(text).toContain(`id="${code}"`)
  }
  expect((await service.fetch('/problems/no-such')).status).toBe(404)
})

test('/llms.txt is a map of all artifacts: every link answers', async () => {
  const { type, text } = await read('/llms.txt')
  expect(type).toBe('text/plain; charset=utf-8')
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href!)
  for (const path of ['/openapi.json', '/docs', '/changelog', '/.well-known/arena.json', '/leaderboard?mode=live']) {
    expect(links).toContain(service.url + path)
  }
  for (const link of links) expect((await fetch(link)).status, link).toBe(200)
})

test('Changelog: breaking changes are recorded, newest first, as Markdown, HTML or JSON, and in CHANGELOG.md', async () => {
  const json = await read('/changelog', 'application/json')
  expect(json.type).toMatch(/^application\/json/)
  const { entries } = Changelog.parse(JSON.parse(json.text))
  const dates = entries.map(({ date }) => date)
  expect(dates).toEqual([...dates].sort().toReversed())
  const first = entries.find(({ date }) => date === '2026-10-13')!
  for (const fact of [
    'replay.slp',
    '`GET /matches/{id}/frames` was removed',
    'summary',
    'x-arena-',
    'arn_',
    '12 bytes',
  ]) {
    expect(first.changes.join('\n')).toContain(fact)
  }
  const markdown = await read('/changelog')
  expect(markdown.type).toBe('text/markdown; charset=utf-8')
  expect(markdown.text).toContain(`## ${first.date}: ${first.title}`)
  const html = await read('/changelog', 'text/html,*/*;q=0.8')
  expect(html.type).toBe('text/html; charset=utf-8')
  expect(html.text).toContain('<li>Match records carry <code>summary</code>.</li>')
  const file = await readFile(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8')
  expect(file).toContain(markdown.text.slice(markdown.text.indexOf('## ')))
  const { headers } = await service.fetch('/changelog')
  expect(headers.get('vary')).toContain('accept')
})
