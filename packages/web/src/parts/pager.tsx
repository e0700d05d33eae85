/** Links to the pages of a list before and after this one. */
export interface PagerLink {
  readonly href: string
  readonly text: string
}

export function Pager({ label, links }: { label: string; links: readonly (PagerLink & { rel?: 'prev' | 'next' })[] }) {
  if (links.length === 0) return null
  return (
    <nav className="pager" aria-label={label}>
      {links.map(({ href, text, rel }) => (
        <a key={text} href={href} rel={rel}>
          {text}
        </a>
      ))}
    </nav>
  )
}
