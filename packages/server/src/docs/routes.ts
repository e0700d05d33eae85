/** The documents: the reference, the guides, the changelog, and the index of all. */
import { readFile } from 'node:fs/promises'
import { Changelog, CHANGELOG, isProblemCode, Problem } from '@arena/protocol'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { localUrl } from '../http/local-url.ts'
import { changelogMarkdown } from './changelog.ts'
import { renderLayout } from '../http/layout.ts'
import { llmsText } from './llms.ts'
import { anchorOf, renderMarkdown } from './markdown.ts'
import { preferredType } from '../http/negotiation.ts'
import { PAGES, readPage } from '../http/pages.ts'
import { renderReference } from './reference.ts'

/** The same place seen from `src/docs` and from `dist/docs`. */
const STYLE = new URL('../../static/docs.css', import.meta.url)

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'

const hidden = { schema: { hide: true } }
const Text = z.string()

export function docsRoutes(app: App, { config }: Context): void {
  let reference: string | undefined
  app.get('/docs', hidden, async (_request, reply) => {
    reference ??= renderReference(app.swagger() as unknown as Parameters<typeof renderReference>[0])
    return sendText(reply, HTML, reference)
  })
  app.get('/docs/style.css', hidden, async (_request, reply) =>
    sendText(reply, 'text/css; charset=utf-8', await readFile(STYLE, 'utf8')),
  )
  for (const { name, title } of PAGES) {
    const path = `/docs/${name}`
    app.get(path, hidden, async (_request, reply) => {
      const text = await readPage(name)
      return sendText(
        reply,
        HTML,
        renderLayout({ title, path, contents: contentsOf(text), body: renderMarkdown(text) }),
      )
    })
    app.get(`${path}.md`, hidden, async (_request, reply) => sendText(reply, MARKDOWN, await readPage(name)))
  }
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
    async (_request, reply) => sendText(reply, PLAIN, llmsText(config.baseUrl ?? localUrl(app.server))),
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
        case 'text/html': {
          const body = renderMarkdown(changelogMarkdown())
          return sendText(reply, HTML, renderLayout({ title: 'Changelog', path: '/changelog', contents: [], body }))
        }
        case 'text/markdown':
          return sendText(reply, MARKDOWN, changelogMarkdown())
      }
    },
  )
}

function sendText(reply: FastifyReply, type: string, text: string): FastifyReply {
  return reply.type(type).header('cache-control', 'public, max-age=300').send(text)
}

function contentsOf(markdown: string): { href: string; title: string }[] {
  return [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading]) => {
    const title = heading!.replaceAll('`', '')
    return { href: `#${anchorOf(heading!)}`, title }
  })
}
