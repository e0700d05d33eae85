/** The one navigation of all pages: those of the arena, of the documentation and of problems. */
export interface NavEntry {
  readonly href: string
  readonly title: string
}

export const SITE_NAV: readonly NavEntry[] = [
  { href: '/', title: 'Live' },
  { href: '/play', title: 'Play' },
  { href: '/ranking', title: 'Ranking' },
  { href: '/results', title: 'Results' },
  { href: '/compare', title: 'Compare' },
  { href: '/docs', title: 'Docs' },
  { href: '/account', title: 'Account' },
]

/** The same for a visitor who is signed in: the account by its handle, where it has one. */
export function navOf(handle: string): readonly NavEntry[] {
  return SITE_NAV.map((entry) =>
    entry.href === '/account' && handle !== '' ? { ...entry, title: `@${handle}` } : entry,
  )
}
