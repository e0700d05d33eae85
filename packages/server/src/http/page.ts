/**
 * The page at `/`, built by @arena/web: its first content is rendered here, so that it reads without scripts, and is
 * shared by everyone who asks within a moment. Its files carry their hash in their name and are kept for ever.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { Problem } from '@arena/protocol'
import type { LeaderboardRow, LiveMatch, MatchSummary } from '@arena/protocol'
import type { Context } from '../context.ts'
import type { App } from './app-type.ts'
import { localUrl } from './local-url.ts'

interface PageData {
  readonly live: readonly LiveMatch[]
  readonly notice: string | undefined
  readonly leaderboard: readonly LeaderboardRow[]
  readonly matches: readonly MatchSummary[]
  readonly now: number
}

/** What `dist/server/render.js` of @arena/web exports. */
interface Renderer {
  readonly renderPage: (template: string, data: PageData) => string
}

/** The same place seen from `src/http` and from `dist/http`. */
const WEB = new URL('../../../web/dist/', import.meta.url)
const STATIC = new URL('../../../web/static/', import.meta.url)

/** What browsers and others ask for by a name that is not ours to choose, or that is linked to from elsewhere. */
const FILES = {
  'favicon.ico': 'image/x-icon',
  'og.png': 'image/png',
  'robots.txt': 'text/plain; charset=utf-8',
} as const

const FRESH_MS = 1_000
const SHOWN_BOTS = 50
const SHOWN_MATCHES = 30
const YEAR_MS = 365 * 24 * 3_600_000

export async function pageRoutes(app: App, context: Context): Promise<void> {
  for (const [name, type] of Object.entries(FILES)) {
    const bytes = await readFile(new URL(name, STATIC))
    app.get(`/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(bytes),
    )
  }

  if (!existsSync(new URL('client/index.html', WEB))) {
    app.get('/', { schema: { hide: true } }, () => {
      throw new Problem('not-found', { detail: 'The page is not built. Run: npm run build' })
    })
    return
  }
  const template = await readFile(new URL('client/index.html', WEB), 'utf8')
  const { renderPage } = (await import(new URL('server/render.js', WEB).href)) as Renderer

  const { config, live, machine, ratings, matches } = context
  let page: Promise<string> | null = null
  let freshUntil = 0
  async function render(now: number): Promise<string> {
    const [leaderboard, latest] = await Promise.all([
      ratings.leaderboard({ mode: 'live', limit: SHOWN_BOTS, offset: 0 }),
      matches.list({ limit: SHOWN_MATCHES }),
    ])
    if (latest === 'unknown-before') throw new Error('a list without an end has no unknown one')
    // Whoever links to the page fetches its picture from elsewhere: the address has to be whole.
    const withOrigin = template.replaceAll('{{origin}}', config.baseUrl ?? localUrl(app.server))
    return renderPage(withOrigin, { live: live.list(), notice: machine.notice, leaderboard, matches: latest, now })
  }

  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    // Not the clock on the wall, which may be set back.
    const now = performance.now()
    if (page === null || now >= freshUntil) {
      page = render(Date.now())
      freshUntil = now + FRESH_MS
    }
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await page)
  })

  await app.register(fastifyStatic, {
    root: fileURLToPath(new URL('client/assets/', WEB)),
    prefix: '/assets/',
    wildcard: false,
    index: false,
    immutable: true,
    maxAge: YEAR_MS,
    decorateReply: false,
  })
}
