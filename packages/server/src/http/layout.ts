/** The frame of documents and problems: one style sheet, the navigation of all pages. */
import { escapeHtml } from './html.ts'
import { SITE_NAV } from './site.ts'
import type { NavEntry } from './site.ts'

export interface Layout {
  readonly title: string
  /** The entry of the site's navigation that the page belongs to; '' for none. */
  readonly section: string
  readonly body: string
  /** What a document has beside its body, in the order of the page. */
  readonly document?: { readonly head: string; readonly button: string; readonly navigation: string }
}

export function renderLayout({ title, section, body, document }: Layout): string {
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
<link rel="stylesheet" href="/docs/style.css">${document === undefined ? '' : `\n${document.head}`}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="brand" href="/"><img src="/icon.svg" width="28" height="28" alt="">Bot Arena</a>
<nav aria-label="Site">${linkList(SITE_NAV, section)}</nav>${document === undefined ? '' : `\n${document.button}`}
</header>
<div class="columns">${document === undefined ? '' : `\n${document.navigation}`}
<main id="main">
${body}
</main>
</div>
</body>
</html>
`
}

/** `below` is what stands under the current entry. */
export function linkList(entries: readonly NavEntry[], current: string, below = ''): string {
  const item = ({ href, title }: NavEntry) =>
    href === current
      ? `<li><a href="${href}" aria-current="page">${escapeHtml(title)}</a>${below}</li>`
      : `<li><a href="${href}">${escapeHtml(title)}</a></li>`
  return `<ul>${entries.map(item).join('')}</ul>`
}
