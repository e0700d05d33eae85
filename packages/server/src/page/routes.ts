/**
 * The public pages, rendered by @arena/web from what the stores give, so that they read without scripts. A page is
 * shared by all requests within a moment. Paths of the interface keep answering with JSON: pages have paths of their own
 * (docs/adr/0028-pages.md).
 */
import { Problem } from '@arena/protocol'
import type { Page, RenderOptions } from '@arena/web'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { localUrl } from '../http/local-url.ts'
import { FRAMED_POLICY } from '../http/security-headers.ts'
import { SITE_NAV } from '../http/site.ts'
import { botPage } from './bot.ts'
import { comparePage, CompareQuery } from './compare.ts'
import { homePage } from './home.ts'
import { matchPage } from './match.ts'
import { PageCache } from './page-cache.ts'
import { playPage, PlayQuery } from './play.ts'
import { rankingPage, RankingQuery } from './ranking.ts'
import { resultsPage, ResultsQuery } from './results.ts'
import { serveFile } from './static-files.ts'
import { readWebBuild } from './web-build.ts'

const STATIC = new URL('../../../web/static/', import.meta.url)
/** What browsers and others ask for by a name that is not ours to choose, or that is linked to from elsewhere. */
const NAMED = ['favicon.ico', 'icon.svg', 'og.png', 'robots.txt']
const DAY_S = 24 * 3_600
const YEAR_S = 365 * DAY_S

const Params = z.object({ id: z.string().max(256) })
/** What else is there the viewer reads from the address itself. */
const WatchQuery = z.object({ embed: z.string().optional() })
const schema = { hide: true }

export async function pageRoutes(app: App, context: Context): Promise<void> {
  for (const name of NAMED) {
    await serveFile(app, `/${name}`, new URL(name, STATIC), `public, max-age=${DAY_S}`)
  }
  const web = await readWebBuild()
  for (const { path, file } of web?.assets ?? []) {
    await serveFile(app, path, file, `public, max-age=${YEAR_S}, immutable`)
  }

  // A site that links to a page fetches its picture from elsewhere: the address has to be whole.
  const origin = () => context.config.baseUrl ?? localUrl(app.server)
  const cache = new PageCache<string>()
  async function send(
    reply: FastifyReply,
    key: string,
    make: () => Promise<Page>,
    options: RenderOptions = {},
  ): Promise<FastifyReply> {
    if (web === null) throw new Problem('not-found', { detail: 'The page is not built. Run: npm run build' })
    const { renderPage, style, scripts } = web
    const site = { origin: origin(), nav: SITE_NAV, style, scripts }
    const html = await cache.get(key, async () => renderPage(site, await make(), options))
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
  }

  app.get('/', { schema }, (_request, reply) => send(reply, '/', () => homePage(context, origin())))
  app.get('/watch/:id', { schema: { ...schema, params: Params, querystring: WatchQuery } }, (request, reply) => {
    const { id } = request.params
    const isEmbedded = request.query.embed !== undefined
    if (isEmbedded) void reply.header('content-security-policy', FRAMED_POLICY)
    return send(reply, `/watch/${id}?${isEmbedded}`, () => matchPage(context, id), { isEmbedded })
  })
  app.get('/b/:id', { schema: { ...schema, params: Params } }, (request, reply) => {
    const { id } = request.params
    return send(reply, `/b/${id}`, () => botPage(context, id))
  })
  app.get('/ranking', { schema: { ...schema, querystring: RankingQuery } }, (request, reply) => {
    const { page } = request.query
    return send(reply, `/ranking?${page}`, () => rankingPage(context, page))
  })
  app.get('/results', { schema: { ...schema, querystring: ResultsQuery } }, (request, reply) =>
    send(reply, `/results?${JSON.stringify(request.query)}`, () => resultsPage(context, request.query)),
  )
  app.get('/compare', { schema: { ...schema, querystring: CompareQuery } }, (request, reply) =>
    send(reply, `/compare?${JSON.stringify(request.query)}`, () => comparePage(context, request.query)),
  )
  app.get('/play', { schema: { ...schema, querystring: PlayQuery } }, (request, reply) =>
    send(reply, `/play?${JSON.stringify(request.query)}`, async () => playPage(request.query)),
  )
}
