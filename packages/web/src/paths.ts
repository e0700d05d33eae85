/**
 * The addresses of pages and of data, made here only. `BASE` is the path that the arena is served under; ARENA_BASE_URL
 * is an origin, so it is empty.
 */
const BASE = ''

type Query = Readonly<Record<string, string | number | null | undefined>>

function at(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `${BASE}${path}${text === '' ? '' : `?${text}`}`
}

export const paths = {
  home: () => at('/'),
  match: (id: string) => at(`/watch/${id}`),
  bot: (id: string) => at(`/b/${id}`),
  ranking: (page = 1) => at('/ranking', page === 1 ? {} : { page }),
  results: (query: Query = {}) => at('/results', query),
  compare: (query: Query = {}) => at('/compare', query),
  account: () => at('/account'),
  signIn: () => at('/account/sign-in'),
  signOut: () => at('/account/sign-out'),
  docs: (name = '') => at(name === '' ? '/docs' : `/docs/${name}`),
  data: {
    live: () => at('/live'),
    leaderboard: (limit: number) => at('/leaderboard', { limit }),
    matches: (limit: number) => at('/matches', { limit }),
    match: (id: string) => at(`/matches/${id}`),
    stream: (id: string) => at(`/live/${id}.slp`),
    replay: (id: string) => at(`/matches/${id}/replay.slp`),
    openapi: () => at('/openapi.json'),
    mail: () => at('/auth/email'),
    proof: () => at('/auth/email/verify'),
    me: () => at('/me'),
    handle: () => at('/me/handle'),
    bots: () => at('/bots'),
    bot: (id: string) => at(`/bots/${id}`),
    keys: () => at('/keys'),
    key: (id: string) => at(`/keys/${id}`),
  },
  file: (name: string) => at(`/${name}`),
} as const
