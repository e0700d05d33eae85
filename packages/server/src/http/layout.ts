/** The frame of documentation pages and problems: no script, one style sheet, the navigation of all pages. */
import { escapeHtml } from './html.ts'
import { PAGES } from './pages.ts'
import { SITE_NAV } from './site.ts'
import type { NavEntry } from './site.ts'

export interface Layout {
  readonly title: string
  /** Where the page itself is. */
  readonly path: string
  /** What the page holds, for the list beside it. */
  readonly contents: readonly NavEntry[]
  readonly body: string
}

const DOCUMENTS: readonly NavEntry[] = [
  { href: '/docs', title: 'API reference' },
  ...PAGES.map(({ name, title }) => ({ href: `/docs/${name}`, title })),
  { href: '/changelog', title: 'Changelog' },
]

export function renderLayout({ title, path, contents, body }: Layout): string {
  const inside =
    contents.length === 0 ? '' : `\n<nav class="contents" aria-label="On this page">${list(contents, '')}</nav>`
  const isDocument = DOCUMENTS.some(({ href }) => href === path)
  const documents = isDocument
    ? `\n<nav class="documents" aria-label="Documentation">${list(DOCUMENTS, path)}</nav>`
    : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Bot Arena</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<meta property="og:type" content="article">
<meta property="og:title" content="${escapeHtml(title)} · Bot Arena">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header>
<a class="brand" href="/"><img src="/icon.svg" width="28" height="28" alt="">Bot Arena</a>
<nav aria-label="Site">${list(SITE_NAV, isDocument ? '/docs' : path)}</nav>${documents}
</header>
<div class="columns">${inside}
<main>
${body}
</main>
</div>
</body>
</html>
`
}

function list(entries: readonly NavEntry[], current: string): string {
  const item = ({ href, title }: NavEntry) =>
    `<li><a href="${href}"${href === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`
  return `<ul>${entries.map(item).join('')}</ul>`
}
