/**
 * Text that people write and the database keeps, on one line: no control characters, among them NUL, which PostgreSQL
 * refuses, no separators of lines and paragraphs, which many readers take for the end of a line, no lone surrogates,
 * which are no Unicode text, and none of the characters that reverse the direction of the text beside them. Text that
 * must not be empty must not look empty either. Lengths count characters (code points), as JSON Schema does.
 *
 * Only what is new is held against it: what was written down under earlier rules is read as it is.
 */
import { z } from 'zod'

/** The rules below in one sentence, for a person who chooses a name. */
export const NAMES_SHOW =
  'It holds a character that can be seen, none that controls or turns round the text beside it, and no end of a line.'

/** What a pattern can say of it in every dialect there is, for the document. */
const NO_CONTROLS = '^[^\\x00-\\x1f\\x7f-\\x9f]*$'
const STRANGE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u
const VISIBLE = /[^\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/u

export function text({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .refine((value) => !STRANGE.test(value), { error: 'No control characters, ends of lines or lone surrogates.' })
    .refine((value) => countCharacters(value) >= min, { error: `At least ${min} character${min === 1 ? '' : 's'}.` })
    .refine((value) => countCharacters(value) <= max, { error: `At most ${max} characters.` })
    .refine((value) => min === 0 || value === '' || VISIBLE.test(value), {
      error: 'At least one character that can be seen.',
    })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max, pattern: NO_CONTROLS })
}

function countCharacters(value: string): number {
  return Array.from(value).length
}
