/** Our own Markdown as HTML: headings can be linked to, wide tables scroll by themselves. */
import { Marked } from 'marked'
import { escapeHtml } from '../http/html.ts'

const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
  },
})

export function renderMarkdown(text: string): string {
  const html = marked.parse(text, { async: false })
  // A part that scrolls by itself takes the focus, so that the arrow keys reach all of it.
  return html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}

export function renderInline(text: string): string {
  return marked.parseInline(text, { async: false })
}

/** As GitHub makes them, so that links hold in the repository and here. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}
