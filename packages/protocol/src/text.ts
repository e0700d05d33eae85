/**
 * Text that people write and the database keeps: no control characters, among them NUL, which PostgreSQL refuses, and
 * no lone surrogates, which are no Unicode text. Lengths count characters (code points), as JSON Schema does.
 */
import { z } from 'zod'

export function text({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'No control characters and no lone surrogates.' })
    .refine((value) => countCharacters(value) >= min, { error: `At least ${min} character${min === 1 ? '' : 's'}.` })
    .refine((value) => countCharacters(value) <= max, { error: `At most ${max} characters.` })
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max })
}

function countCharacters(value: string): number {
  return Array.from(value).length
}
