/**
 * A document as a page, beside the list of all documents with a search. On narrow screens the list is a menu: a popover, which
 * browsers open and close without a script.
 */
import { escapeHtml } from '../http/html.ts'
import { linkList, renderLayout } from '../http/layout.ts'
import { PAGE_GROUPS, PAGES } from '../http/pages.ts'
import type { NavEntry } from '../http/site.ts'

/** A document in lists. */
interface Listed extends NavEntry {
  /** One line, with code between backticks. */
  readonly about: string
}

export const DOOR = '/docs'
export const REFERENCE = '/docs/api'
export const CHANGES = '/changelog'
/** Characters of a search. */
export const MOST_QUESTION = 100

const BESIDE_PAGES: Readonly<Partial<Record<(typeof PAGE_GROUPS)[number], readonly Listed[]>>> = {
  'The interface': [
    { href: REFERENCE, title: 'API reference', about: 'every endpoint and schema over HTTP, with curl' },
    { href: CHANGES, title: 'Changelog', about: 'changes of the interface, newest first' },
  ],
}

export const GROUPS: readonly { readonly title: string; readonly documents: readonly Listed[] }[] = PAGE_GROUPS.map(
  (title) => {
    const pages = PAGES.filter(({ group }) => group === title)
    const listed = pages.map(({ name, title: of, about }) => ({ href: `/docs/${name}`, title: of, about }))
    return { title, documents: [...(BESIDE_PAGES[title] ?? []), ...listed] }
  },
)

export interface DocumentPage {
  readonly path: string
  readonly title: string
  readonly body: string
  /** The parts of the page, for the list under its entry. */
  readonly contents: readonly NavEntry[]
  /** The pages of a document that has several, this one among them. */
  readonly siblings?: readonly NavEntry[]
}

export function renderDocument({ path, title, body, contents, siblings }: DocumentPage): string {
  const parts = contents.length === 0 ? '' : linkList(contents, '')
  const below = siblings === undefined ? parts : linkList(siblings, path, parts)
  const current = siblings === undefined ? path : REFERENCE
  return renderLayout({
    title: path === current ? title : `API: ${title}`,
    section: DOOR,
    body,
    document: {
      head: '<script type="module" src="/docs/script.js"></script>',
      button: '<button type="button" class="menu" popovertarget="documents">Documents</button>',
      navigation: renderNavigation(current, below),
    },
  })
}

function renderNavigation(current: string, below: string): string {
  const groups = GROUPS.map(({ title, documents }) => `<p>${title}</p>\n${linkList(documents, current, below)}`)
  // The page that is searched on has its own, larger field.
  const search = current === DOOR ? '' : `\n${searchForm('Search', '')}`
  return `<nav id="documents" class="documents" aria-label="Documents" popover>
<button type="button" class="menu" popovertarget="documents" popovertargetaction="hide">Close</button>${search}
${linkList([{ href: DOOR, title: 'All documents' }], current)}
${groups.join('\n')}
</nav>`
}

export function searchForm(label: string, question: string): string {
  return `<search><form class="search" action="${DOOR}"><label><span>${label}</span>
<input type="search" name="q" value="${escapeHtml(question)}" maxlength="${MOST_QUESTION}" autocomplete="off"></label>
<button type="submit">Search</button></form></search>`
}
