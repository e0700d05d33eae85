/**
 * The page at `/`, built by @arena/web: its first content is rendered here, so that it reads without scripts, and is
 * shared by all requests within a moment. Its files carry their hash in their name and are kept for ever.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Problem } from '@arena/protocol'
import type { LeaderboardRow, LiveMatch, MatchSummary } from '@arena/protocol'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { localUrl } from '../http/local-url.ts'

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

/** The same place seen from `src/page` and from `dist/page`. */
const WEB = new URL('../../../web/dist/', import.meta.url)
const ASSETS = new URL('client/assets/', WEB)
const STATIC = new URL('../../../web/static/', import.meta.url)

/** What browsers and others ask for by a name that is not ours to choose, or that is linked to from elsewhere. */
const NAMED = ['favicon.ico', 'og.png', 'robots.txt']
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
}
const DAY_S = 24 * 3_600
const YEAR_S = 365 * DAY_S

const FRESH_MS = 1_000
const SHOWN_BOTS = 50
const SHOWN_MATCHES = 30

export async function pageRoutes(app: App, context: Context): Promise<void> {
  for (const name of NAMED) {
    await serveFile(app, `/${name}`, new URL(name, STATIC), `public, max-age=${DAY_S}`)
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
    // A site that links to the page fetches its picture from elsewhere: the address has to be whole.
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

  for (const name of await readdir(ASSETS)) {
    await serveFile(app, `/assets/${name}`, new URL(name, ASSETS), `public, max-age=${YEAR_S}, immutable`)
  }
}

/** Answers a path with a file, which is read once: the same bytes for everyone are compressed once. */
async function serveFile(app: App, path: string, file: URL, cacheControl: string): Promise<void> {
  const type = MEDIA_TYPES[extname(path)]
  if (type === undefined) throw new Error(`${path} has no media type`)
  const bytes = await readFile(file)
  app.get(path, { schema: { hide: true } }, (_request, reply) =>
    reply.type(type).header('cache-control', cacheControl).send(bytes),
  )
}
