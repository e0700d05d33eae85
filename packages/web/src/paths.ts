/** The addresses of pages and of data, made here only. */

import type { PlayPicks } from './page-data.ts'

/** The folder of drawings: named after what is in it, so that browsers keep them for ever. Vite writes it here. */
declare const __DRAWN__: string

const SCRIPT = import.meta.url
/**
 * The path that the arena is served under: in a browser that of its scripts, which lie in `assets` below it. The service
 * puts it before the addresses of a page that it sends.
 */
const BASE = typeof document === 'undefined' ? '' : new URL('..', SCRIPT).pathname.slice(0, -1)

type Query = Readonly<Record<string, string | number | null | undefined>>

function at(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${BASE}${path}${text === '' ? '' : `?${text}`}`
}

export const paths = {
  home: () => at('/'),
  match: (id: string) => at(`/watch/${id}`),
  embed: (id: string) => at(`/watch/${id}?embed`),
  card: () => at('/card.png'),
  matchCard: (id: string) => at(`/watch/${id}/card.png`),
  botCard: (id: string) => at(`/b/${id}/card.png`),
  bot: (id: string) => at(`/b/${id}`),
  botFeed: (id: string) => at(`/b/${id}.atom`),
  resultsFeed: (query: Query = {}) => at('/results.atom', query),
  rehearsal: (id: string) => at(`/b/${id}/rehearsal`),
  ranking: (page = 1) => at('/ranking', page === 1 ? {} : { page }),
  ratings: () => at('/ratings'),
  fairness: () => at('/fairness'),
  results: (query: Query = {}) => at('/results', query),
  /** The matches of a version of a bot. */
  version: (id: string, version: string) => at('/results', { q: `bot:${id}@${version}` }),
  /** What a bot lost, the worst first. */
  losses: (id: string) => at('/results', { q: `>bot:${id} sort:margin` }),
  play: (picks: Partial<PlayPicks> = {}) => at('/play', { ...picks }),
  compare: (query: Query = {}) => at('/compare', query),
  account: () => at('/account'),
  signIn: () => at('/account/sign-in'),
  signOut: () => at('/account/sign-out'),
  docs: (name = '') => at(name === '' ? '/docs' : `/docs/${name}`),
  data: {
    live: () => at('/live'),
    leaderboard: (limit: number) => at('/leaderboard', { limit }),
    ratings: () => at('/ratings.json'),
    results: () => at('/results/latest'),
    match: (id: string) => at(`/matches/${id}`),
    result: (id: string) => at(`/matches/${id}/result.txt`),
    logs: () => at('/log'),
    checkpoint: (log: number) => at(`/log/${log}/checkpoint`),
    stream: (id: string) => at(`/live/${id}.slp`),
    replay: (id: string) => at(`/matches/${id}/replay.slp`),
    openapi: () => at('/openapi.json'),
    mail: () => at('/auth/email'),
    proof: () => at('/auth/email/verify'),
    me: () => at('/me'),
    handle: () => at('/me/handle'),
    notices: () => at('/me/notices'),
    webhook: () => at('/me/webhook'),
    webhookSecret: () => at('/me/webhook/secret'),
    webhookTest: () => at('/me/webhook/test'),
    bots: () => at('/bots'),
    bot: (id: string) => at(`/bots/${id}`),
    rehearsalReplay: (id: string) => at(`/bots/${id}/rehearsal/replay.slp`),
    keys: () => at('/keys'),
    key: (id: string) => at(`/keys/${id}`),
  },
  drawn: (name: string) => at(`/drawn/${__DRAWN__}/${name}.webp`),
  file: (name: string) => at(`/${name}`),
} as const
