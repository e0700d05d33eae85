/**
 * The pages, rendered by @arena/web from what the stores give, so that they read without scripts. A page is shared by all
 * visitors who are not signed in within a moment; that of a signed-in one is made for them alone. Paths of the interface keep answering with JSON: pages have paths of their own
 * (docs/adr/0028-pages.md).
 */
import { MatchList, Problem } from '@arena/protocol'
import type { User } from '@arena/protocol'
import type { MaintenanceBanner, Page, RenderOptions } from '@arena/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '../http/app-type.ts'
import { localUrl } from '../http/local-url.ts'
import { NOT_MODIFIED, ReadCache } from '../http/read-cache.ts'
import { FRAMED_POLICY } from '../http/security-headers.ts'
import { navOf } from '../http/site.ts'
import { accountForms } from './account-forms.ts'
import type { SignInParts } from './account-forms.ts'
import { accountPage } from './account.ts'
import { botPage } from './bot.ts'
import { comparePage, CompareQuery } from './compare.ts'
import { feedRoutes } from './feeds.ts'
import { fairnessPage } from './fairness.ts'
import { homePage, SHOWN_RESULTS } from './home.ts'
import { matchPage } from './match.ts'
import { PageCache } from './page-cache.ts'
import { branchAddress, playPage, PlayQuery, Sides } from './play.ts'
import { rehearsalForm } from './rehearsal-form.ts'
import { rankingPage, RankingQuery } from './ranking.ts'
import { ratingsPage } from './ratings.ts'
import { resultsPage, ResultsQuery } from './results.ts'
import { serveFile } from './static-files.ts'
import { readWebBuild } from './web-build.ts'
import type { PageStores, Stores } from './stores.ts'

const STATIC = new URL('../../../web/static/', import.meta.url)
/** What browsers and others ask for by a name that is not ours to choose, or that is linked to from elsewhere. */
const NAMED = ['favicon.ico', 'icon.svg', 'og.png', 'robots.txt']
const DAY_S = 24 * 3_600
const YEAR_S = 365 * DAY_S

const Params = z.object({ id: z.string().max(256) })
/** The viewer reads all other parameters from the address itself. */
const WatchQuery = z.object({ embed: z.string().optional(), ...Sides.shape })
const schema = { hide: true }

/** Collects what a page says to the account that reads it, or to anyone. */
type Make = (userId: string | null) => Promise<Page>

export async function pageRoutes(app: App, context: PageStores & SignInParts): Promise<void> {
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
  async function render(user: User | null, make: Make, options: RenderOptions): Promise<string> {
    if (web === null) throw new Problem('not-found', { detail: 'The page is not built. Run: npm run build' })
    const { renderPage, style, scripts } = web
    const site = { origin: origin(), nav: navOf(user?.name ?? ''), maintenance: banner(context), style, scripts }
    return renderPage(site, await make(user?.id ?? null), options)
  }
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: Make,
    options: RenderOptions = {},
  ): Promise<FastifyReply> {
    // A page in a frame of another site is the same for everyone.
    const user = options.isEmbedded === true ? null : await signedIn(context, request)
    const html = await (user === null ? cache.get(key, () => render(null, make, options)) : render(user, make, options))
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': user === null ? 'no-cache' : 'private, no-store', vary: 'cookie' })
      .send(html)
  }

  app.get('/account', { schema }, (request, reply) =>
    send(request, reply, '/account', (userId) => accountPage(context, userId)),
  )
  accountForms(app, context, async (reply, signIn) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(await render(null, () => accountPage(context, null, signIn), {})),
  )
  app.get('/', { schema }, (request, reply) => send(request, reply, '/', () => homePage(context, origin())))
  // The latest results, which the script of the first page keeps fresh: lists of the interface are in the order in which matches began.
  const latest = new ReadCache(() => context.changes.revision('matches'))
  app.get(
    '/results/latest',
    {
      config: { limit: 'match-reads', problems: ['database-unavailable'] },
      schema: { ...schema, response: { 200: MatchList, 304: NOT_MODIFIED } },
    },
    (request, reply) =>
      latest.answer(request, reply, async () => ({ matches: await context.matches.latest(SHOWN_RESULTS) })),
  )
  app.get('/watch/:id', { schema: { ...schema, params: Params, querystring: WatchQuery } }, (request, reply) => {
    const { id } = request.params
    const isEmbedded = request.query.embed !== undefined
    if (isEmbedded) void reply.header('content-security-policy', FRAMED_POLICY)
    return send(request, reply, `/watch/${id}?${isEmbedded}`, (userId) => matchPage(context, id, userId), {
      isEmbedded,
    })
  })
  feedRoutes(app, context, origin)
  app.get('/b/:id', { schema: { ...schema, params: Params } }, (request, reply) => {
    const { id } = request.params
    return send(request, reply, `/b/${id}`, (userId) => botPage(context, id, userId))
  })
  rehearsalForm(app, context)
  app.get('/ranking', { schema: { ...schema, querystring: RankingQuery } }, (request, reply) => {
    const { page } = request.query
    return send(request, reply, `/ranking?${page}`, () => rankingPage(context, page))
  })
  app.get('/ratings', { schema }, (request, reply) => send(request, reply, '/ratings', () => ratingsPage(context)))
  app.get('/fairness', { schema }, (request, reply) =>
    send(request, reply, '/fairness', () => fairnessPage(context, origin(), context.clock.now())),
  )
  app.get('/results', { schema: { ...schema, querystring: ResultsQuery } }, (request, reply) =>
    send(request, reply, `/results?${JSON.stringify(request.query)}`, () => resultsPage(context, request.query)),
  )
  app.get('/compare', { schema: { ...schema, querystring: CompareQuery } }, (request, reply) =>
    send(request, reply, `/compare?${JSON.stringify(request.query)}`, () => comparePage(context, request.query)),
  )
  app.get('/play', { schema: { ...schema, querystring: PlayQuery } }, async (request, reply) => {
    const { query } = request
    if (query.match === undefined) {
      return send(request, reply, `/play?${JSON.stringify(query)}`, async () => playPage(query))
    }
    const match = await context.matches.find(query.match)
    if (match === null) throw new Problem('not-found', { detail: 'There is no such match.' })
    return reply.redirect(branchAddress(match, query), 303)
  })
}

function banner({ maintenance }: Stores<'maintenance'>): MaintenanceBanner | null {
  const { announced, underWay } = maintenance
  return announced && { ...announced, isUnderWay: underWay !== null }
}

/** The account of a person with a browser. Keys read pages as anyone does: they carry only what their scopes say. */
async function signedIn({ accounts }: Stores<'accounts'>, { identity }: FastifyRequest): Promise<User | null> {
  return identity?.keyId === null ? accounts.find(identity.userId) : null
}
