/** TypeIDs from the chance of a run: those of the service have a counter that is one for the whole process. */
import type { Stream } from './stream.ts'

const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'

/** 48 bits of time and 82 of chance, in 26 digits of five bits. */
export function typeIdOf(prefix: string, ms: number, chance: Stream): string {
  let time = ''
  for (let left = ms, at = 0; at < 10; at++, left = Math.floor(left / 32)) time = DIGITS[left % 32]! + time
  let rest = ''
  for (let at = 0; at < 16; at++) rest += DIGITS[chance.between(0, 31)]!
  return `${prefix}_${time}${rest}`
}
