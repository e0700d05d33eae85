/** Identifiers: TypeIDs, which sort by the time they were made. */
import { BotId, KeyId, MatchId, RehearsalId, RelayId, UserId } from '@arena/protocol'
import { typeidUnboxed } from 'typeid-js'

export function newId(prefix: 'user' | 'key' | 'bot' | 'match' | 'rehearsal' | 'arena' | 'relay' | 'notice'): string {
  return typeidUnboxed(prefix)
}

const SHAPES = { user: UserId, key: KeyId, bot: BotId, match: MatchId, relay: RelayId, rehearsal: RehearsalId } as const

/** Whether a text from outside can be such an id. What cannot is not looked up: U+0000 is an error to PostgreSQL. */
export function isId(prefix: keyof typeof SHAPES, text: string): boolean {
  return SHAPES[prefix].safeParse(text).success
}
