/** The documents: the reference, the guides, the changelog and the index of all. */
import { readFile, rm } from 'node:fs/promises'
import { Changelog, PROBLEMS } from '@arena/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGES } from '../src/http/pages.ts'
import { startService } from './http-service.ts'
import type { Service } from './http-service.ts'
import { createKitFolder } from './kit-folder.ts'

const { url: kitFolder } = createKitFolder()

let service: Service
beforeAll(async () => {
  service = await startService({}, () => ({ kitFolder }))
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await rm(kitFolder, { recursive: true })
})

async function read(path: string, accept?: string): Promise<{ type: string | null; text: string }> {
  const response = await service.fetch(path, accept === undefined ? {} : { headers: { accept } })
  expect(response.status, path).toBe(200)
  return { type: response.headers.get('content-type'), text: await response.text() }
}

test('/docs shows every operation, schema and text of the document, with curl for each endpoint', async () => {
  const { type, text } = await read('/docs')
  expect(type).toBe('text/html; charset=utf-8')
  const document = (await (await service.fetch('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
    components: { schemas: object; pathItems: Record<string, Record<string, { operationId: string }>> }
  }
  for (const methods of [...Object.values(document.paths), ...Object.values(document.components.pathItems)]) {
    for (const { operationId } of Object.values(methods)) expect(text).toContain(`id="${operationId}"`)
  }
  for (const name of Object.keys(document.components.schemas)) expect(text).toContain(`id="schema-${name}"`)
  for (const path of Object.keys(document.paths)) {
    const [head] = path.split('{', 1)
    expect(text).toMatch(new RegExp(`curl (-X \\w+ )?https://arena\\.example\\.org${head!.replace(/\./g, '\\.')}`))
  }
  expect(text).toContain('Forfeit')
  expect(text).not.toContain('<script')
  expect(text).not.toContain('style=')
})

test.each(PAGES.map(({ name }) => name))('/docs/%s is a page, and Markdown for programs', async (name) => {
  const page = await read(`/docs/${name}`)
  expect(page.type).toBe('text/html; charset=utf-8')
  expect(page.text).toMatch(/<h1 id="[a-z-]+">/)
  const source = await read(`/docs/${name}.md`)
  expect(source.type).toBe('text/markdown; charset=utf-8')
  expect(source.text).toMatch(/^# /)
})

test('every link between pages leads somewhere', async () => {
  const seen = new Set<string>()
  for (const start of ['/docs', '/changelog', ...PAGES.map(({ name }) => `/docs/${name}`)]) {
    const { text } = await read(start, 'text/html')
    for (const [, href] of text.matchAll(/href="(\/[^"#]*)/g)) seen.add(href!)
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
