/** Rendered pages, for a moment: whoever asks for one within it shares the work, and no page is old. */

/** What is shown of other machines is half a second old when a page is made of it, and at most a second where it is read. */
const FRESH_MS = 500
/** Addresses that are remembered at once; a query has many. */
const MOST_PAGES = 200

interface Kept<T> {
  readonly page: Promise<T>
  readonly until: number
}

export class PageCache<T> {
  /** Oldest first. */
  readonly #pages = new Map<string, Kept<T>>()
  /** Not the clock on the wall, which may be set back. */
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** A page that fails is not kept. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const now = this.#now()
    const known = this.#pages.get(key)
    if (known !== undefined && now < known.until) return known.page
    this.#pages.delete(key)
    const kept = { page: make(), until: now + FRESH_MS }
    this.#pages.set(key, kept)
    kept.page.catch(() => {
      if (this.#pages.get(key) === kept) this.#pages.delete(key)
    })
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) break
      this.#pages.delete(oldest)
    }
    return kept.page
  }
}
