/** What a game has that is drawn or named, beside the game itself. */
import { characterName } from '@arena/slp'
import type { SparringPlayer } from './sparring.ts'

const SEED_BYTES = 32
/** An id of the arena's form: the first letter holds three bits. */
const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 26

export function newSeed(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(SEED_BYTES))
}

export function newMatchId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH))
  return `match_${Array.from(bytes, (byte, i) => ID_LETTERS[byte & (i === 0 ? 7 : 31)]).join('')}`
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

type Named = Pick<SparringPlayer, 'kind' | 'name' | 'character'>

/** `2026-11-26-101500-fox-vs-ember.slp`, in the person's time; a person is named by the fighter. */
export function fileNameOf(players: readonly [Named, Named], at: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('')
  const word = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const [first, second] = players.map(({ kind, name, character }) =>
    word(kind === 'person' ? characterName(character) : name),
  )
  return `${day}-${time}-${first}-vs-${second}.slp`
}
