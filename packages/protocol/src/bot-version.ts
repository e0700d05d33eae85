/** What a bot says of its version, so that what its author deploys behind one URL can be told apart. Saying it is the bot's choice. */
import { z } from 'zod'

/** The header is in a bot's answers to `/ping` and to the handshake. */
export const VERSION_HEADER = 'x-arena-version'

const PATTERN = /^[A-Za-z0-9._+-]{1,32}$/

/** What a version may be, for people. */
export const VERSIONS_ARE = '1 to 32 letters, digits and characters of . _ + -'

export const BotVersion = z
  .string()
  .regex(PATTERN, { error: `A version is ${VERSIONS_ARE}.` })
  .meta({
    id: 'BotVersion',
    description: `What a bot says of its version: ${VERSIONS_ARE}.`,
    examples: ['1.4'],
  })
export type BotVersion = z.infer<typeof BotVersion>

/** The version in a header; null where there is none, or it holds something else. */
export function versionIn(header: string | null | undefined): BotVersion | null {
  return header !== null && header !== undefined && PATTERN.test(header) ? header : null
}
