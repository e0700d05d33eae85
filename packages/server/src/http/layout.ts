/** The frame of every documentation page: no script, one style sheet. */
import { escapeHtml } from './html.ts'
import { PAGES } from './pages.ts'

export interface Entry {
  readonly href: string
  readonly title: string
}

export interface Layout {
  readonly title: string
  /** Where the page itself is. */
  readonly path: string
  /** What the page holds, for the list beside it. */
  readonly contents: readonly Entry[]
  readonly body: string
}

const SITE: readonly Entry[] = [
  { href: '/docs', title: 'API reference' },
  ...PAGES.map(({ name, title }) => ({ href: `/docs/${name}`, title })),
  { href: '/changelog', title: 'Changelog' },
]

export function renderLayout({ title, path, contents, body }: Layout): string {
  const inside =
    contents.length === 0 ? '' : `\n<nav class="contents" aria-label="On this page">${list(contents, '')}</nav>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Bot Arena</title>
<link rel="icon" href="/favicon.ico">
<meta property="og:type" content="article">
<meta property="og:title" content="${escapeHtml(title)} · Bot Arena">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header>
<a class="brand" href="/">Bot Arena</a>
<nav aria-label="Documentation">${list(SITE, path)}</nav>
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

function list(entries: readonly Entry[], current: string): string {
  const item = ({ href, title }: Entry) =>
    `<li><a href="${href}"${href === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`
  return `<ul>${entries.map(item).join('')}</ul>`
}
