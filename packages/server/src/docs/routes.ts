/** The documents: the door with the search, the reference, the guides, the changelog, and the index of all for programs. */
import { readFile } from 'node:fs/promises'
import { Changelog, CHANGELOG, isProblemCode, Problem } from '@arena/protocol'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { App } from '../http/app-type.ts'
import { localUrl } from '../http/local-url.ts'
import { changelogMarkdown } from './changelog.ts'
import { CHANGES, MOST_QUESTION, REFERENCE, renderDocument } from './document-page.ts'
import type { DocumentPage } from './document-page.ts'
import { renderDoor } from './door.ts'
import { llmsText } from './llms.ts'
import { anchorOf, renderMarkdown } from './markdown.ts'
import { preferredType } from '../http/negotiation.ts'
import { PAGES, readPage } from '../http/pages.ts'
import { referencePages } from './reference.ts'
import { searchSections, sectionsOf } from './search.ts'
import type { Section } from './search.ts'

/** The same place seen from `src/docs` and from `dist/docs`. */
const STATIC = new URL('../../static/', import.meta.url)

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'

const hidden = { schema: { hide: true } }
const Text = z.string()
const DoorQuery = z.object({ q: z.string().max(MOST_QUESTION).default('') })

interface Parts {
  readonly config: Pick<Config, 'baseUrl'>
}

export function docsRoutes(app: App, { config }: Parts): void {
  const address = () => config.baseUrl ?? localUrl(app.server)
  let reference: readonly DocumentPage[] | undefined
  const readReference = () =>
    (reference ??= referencePages(app.swagger() as unknown as Parameters<typeof referencePages>[0]))
  const pages = new Map<string, Promise<DocumentPage>>()
  function pageOf(page: (typeof PAGES)[number]): Promise<DocumentPage> {
    const known = pages.get(page.name) ?? readDocument(page)
    pages.set(page.name, known)
    return known
  }
  let sections: Promise<readonly Section[]> | undefined
  const readSections = () => (sections ??= Promise.all(PAGES.map(pageOf)).then(sectionsOfAll))
  function sectionsOfAll(documents: readonly DocumentPage[]): Section[] {
    const parts = readReference().map((page) => ({ ...page, title: 'API reference' }))
    return [...documents, ...parts, changelogPage()].flatMap(sectionsOf)
  }

  app.get('/docs', { schema: { ...hidden.schema, querystring: DoorQuery } }, async (request, reply) => {
    const { q } = request.query
    const found = q === '' ? null : searchSections(await readSections(), q)
    return sendText(reply, HTML, renderDoor({ address: address(), question: q, found }))
  })
  for (const [path, file, type] of [
    ['/docs/style.css', 'docs.css', 'text/css; charset=utf-8'],
    ['/docs/script.js', 'docs.js', 'text/javascript; charset=utf-8'],
  ] as const) {
    app.get(path, hidden, async (_request, reply) =>
      sendText(reply, type, await readFile(new URL(file, STATIC), 'utf8')),
    )
  }
  for (const page of PAGES) {
    const path = `/docs/${page.name}`
    app.get(path, hidden, async (_request, reply) => sendText(reply, HTML, renderDocument(await pageOf(page))))
    app.get(`${path}.md`, hidden, async (_request, reply) => sendText(reply, MARKDOWN, await readPage(page.name)))
  }
  app.get(REFERENCE, hidden, (_request, reply) => sendText(reply, HTML, renderDocument(readReference()[0]!)))
  app.get(`${REFERENCE}/:part`, hidden, (request, reply) => {
    const { part } = request.params as { part: string }
    const page = readReference().find(({ path }) => path === `${REFERENCE}/${part}`)
    if (page === undefined) throw new Problem('not-found', { detail: 'The reference has no such part.' })
    return sendText(reply, HTML, renderDocument(page))
  })
  // The reference was one page at `/docs`: where one of its anchors is now.
  app.get('/docs/at/:anchor', hidden, async (request, reply) => {
    const { anchor } = request.params as { anchor: string }
    const inside = (await readSections()).find(
      ({ href }) => /^\/docs\/(?:api|rules|play-protocol)\b/.test(href) && href.endsWith(`#${anchor}`),
    )
    return reply.redirect(inside?.href ?? REFERENCE)
  })
  app.get('/problems/:code', hidden, (request, reply) => {
    const { code } = request.params as { code: string }
    if (!isProblemCode(code)) throw new Problem('not-found', { detail: 'There is no such problem.' })
    return reply.redirect(`/docs/problems#${code}`)
  })

  app.get(
    '/llms.txt',
    {
      schema: {
        operationId: 'getMap',
        summary: 'An index of all documents',
        tags: ['service'],
        response: { 200: { description: 'Markdown.', content: { 'text/plain': { schema: Text } } } },
      },
    },
    async (_request, reply) => sendText(reply, PLAIN, llmsText(address())),
  )
  app.get(
    '/changelog',
    {
      schema: {
        operationId: 'getChangelog',
        summary: 'Changes of the interface, newest first',
        description: 'As Markdown, HTML or JSON, by `Accept`; Markdown when there is no preference.',
        tags: ['service'],
        response: {
          200: {
            description: Changelog.meta()!.description!,
            content: {
              'text/markdown': { schema: Text },
              'text/html': { schema: Text },
              'application/json': { schema: Changelog },
            },
          },
        },
      },
    },
    async (request, reply) => {
      reply.header('vary', 'accept')
      switch (preferredType(request.headers.accept, ['text/markdown', 'text/html', 'application/json'])) {
        case 'application/json':
          return reply.header('cache-control', 'public, max-age=300').send(CHANGELOG)
        case 'text/html':
          return sendText(reply, HTML, renderDocument(changelogPage()))
        case 'text/markdown':
          return sendText(reply, MARKDOWN, changelogMarkdown())
      }
    },
  )
}

function sendText(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.type(type).header('cache-control', 'public, max-age=300').send(text)
}

async function readDocument({ name, title }: (typeof PAGES)[number]): Promise<DocumentPage> {
  const text = await readPage(name)
  const contents = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => ({
    href: `#${anchorOf(heading!)}`,
    title: heading!.replaceAll('`', ''),
  }))
  return { path: `/docs/${name}`, title, contents, body: renderMarkdown(text) }
}

function changelogPage(): DocumentPage {
  return { path: CHANGES, title: 'Changelog', contents: [], body: renderMarkdown(changelogMarkdown()) }
}
