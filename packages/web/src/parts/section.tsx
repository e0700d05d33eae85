/** A part of a page under a heading, with room for a link to more. */
import type { ReactNode } from 'react'

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly className?: string
  readonly more?: { readonly href: string; readonly text: string }
  readonly note?: string
  readonly children: ReactNode
}

export function Section({ id, title, className, more, note, children }: SectionProps) {
  return (
    <section className={className} aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <p className="note">{note}</p>}
        {more !== undefined && (
          <a className="more" href={more.href}>
            {more.text}
          </a>
        )}
      </div>
      {children}
    </section>
  )
}

/** A table that scrolls by itself where it is too wide. */
export function TableFrame({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <div className="table-frame" role="region" aria-labelledby={labelledBy} tabIndex={0}>
      {children}
    </div>
  )
}
