/**
 * Identifiers: TypeIDs (a prefix, an underscore, 26 characters of Crockford base32 holding a UUIDv7), so they sort by
 * the time they were made and never hold a dot, which separates the parts of signed messages.
 */
import { z } from 'zod'

function typeId(prefix: string, description: string, example: string) {
  // 26 x 5 bits hold 128, so the first character never passes 7.
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`), { error: `Not a ${prefix} id.` })
    .meta({
      id: `${prefix.charAt(0).toUpperCase()}${prefix.slice(1)}Id`,
      description,
      examples: [`${prefix}_${example}`],
    })
}

export const UserId = typeId('user', 'An account.', '01k9y3v8h2e6wbz4m0t7qnd5fa')
export type UserId = z.infer<typeof UserId>

export const KeyId = typeId('key', 'An API key; sent in `x-arena-key`.', '01k9y3wa4ff3st9v6x1r8c2jgm')
export type KeyId = z.infer<typeof KeyId>

export const BotId = typeId('bot', 'A bot.', '01k9y3x5q7f0ktn2b8s4v6w9ed')
export type BotId = z.infer<typeof BotId>

export const MatchId = typeId('match', 'A match.', '01k9y40r6yes3v1c5hzq8p2n7t')
export type MatchId = z.infer<typeof MatchId>

export const RehearsalId = typeId('rehearsal', 'A rehearsal.', '01k9y40r6yes3v1c5hzq8p2n7t')
export type RehearsalId = z.infer<typeof RehearsalId>

export const RelayId = typeId(
  'relay',
  'A relay: the arena’s own address for a bot that has none.',
  '01k9y3x5q7f0ktn2b8s4v6w9ed',
)
export type RelayId = z.infer<typeof RelayId>

export const NoticeId = typeId('notice', 'A notice to an owner.', '01k9y40r6yes3v1c5hzq8p2n7t')
export type NoticeId = z.infer<typeof NoticeId>
