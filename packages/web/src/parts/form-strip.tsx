/** How the last matches ended, the newest last, as a row of letters. */
import type { Outcome } from '../page-data.ts'

const LETTERS = { win: 'W', loss: 'L', draw: 'D' } as const
const WORDS = { win: 'won', loss: 'lost', draw: 'drawn' } as const

/** `form` is newest first. */
export function FormStrip({ form }: { form: readonly Outcome[] }) {
  const shown = form.toReversed()
  return (
    <span
      className="form-strip"
      role="img"
      aria-label={`Oldest to newest: ${shown.map((each) => WORDS[each]).join(', ')}`}
    >
      {shown.map((outcome, index) => (
        <i key={index} data-outcome={outcome}>
          {LETTERS[outcome]}
        </i>
      ))}
    </span>
  )
}
