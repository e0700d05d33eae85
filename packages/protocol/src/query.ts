/** Integers in query strings: decimal digits only, where `Number` would also take '', ' 7', '0x10' and '1e2'. */
import { z } from 'zod'

export function queryInteger({ min, max }: { min: number; max: number }) {
  return z.preprocess(
    (text) => (typeof text === 'string' && /^-?[0-9]{1,15}$/.test(text) ? Number(text) : text),
    z.int().min(min).max(max),
  )
}
