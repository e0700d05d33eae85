/**
 * What an operator can ask for: to read, or to act. The same requests reach a database directly or through the arena that has it
 * open, so they are parsed where they enter (`operator.ts` is past that).
 */
import { KeyId, MatchId } from '@arena/protocol'
import { z } from 'zod'
import { AccountFile } from './account-file.ts'

/** On one line, and without characters that a terminal or PostgreSQL takes for more than text. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must be at most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'must be one line of text, without control characters')

const Name = line(200)
const Limit = z.int().min(1).max(1_000)
/** Unix milliseconds of a year with four digits, which every database and every page can write. */
const Moment = z
  .int()
  .min(Date.UTC(2000), 'must be after 1999')
  .max(Date.UTC(3000) - 1, 'must be before 3000')
const YEAR_MS = 366 * 86_400_000

export const Read = z.discriminatedUnion('read', [
  z.object({ read: z.literal('bots'), account: Name.optional(), find: Name.optional(), limit: Limit }),
  z.object({ read: z.literal('accounts'), find: Name.optional(), limit: Limit }),
  z.object({ read: z.literal('keys'), account: Name }),
  z.object({ read: z.literal('matches'), limit: Limit }),
  z.object({ read: z.literal('maintenance') }),
  z.object({ read: z.literal('log'), limit: Limit }),
])
export type Read = z.infer<typeof Read>

export const Act = z.discriminatedUnion('act', [
  z.object({ act: z.literal('bot.disable'), bot: Name }),
  z.object({ act: z.literal('bot.enable'), bot: Name }),
  z.object({ act: z.literal('bot.delete'), bot: Name }),
  z.object({ act: z.literal('account.disable'), account: Name }),
  z.object({ act: z.literal('account.enable'), account: Name }),
  z.object({ act: z.literal('account.delete'), account: Name }),
  z.object({ act: z.literal('account.export'), account: Name }),
  z.object({ act: z.literal('account.import'), file: AccountFile, withKeys: z.boolean() }),
  z.object({ act: z.literal('key.revoke'), key: KeyId }),
  z.object({ act: z.literal('match.end'), match: MatchId }),
  z.object({
    act: z.literal('maintenance.announce'),
    text: line(500),
    /** The moment of the act where none is named. */
    from: Moment.optional(),
    /** Until when, or how long it lasts. */
    end: z.union([
      z.object({ until: Moment }),
      z.object({ afterMs: z.int().positive().max(YEAR_MS, 'must last a year at most') }),
    ]),
  }),
  z.object({ act: z.literal('maintenance.cancel') }),
])
export type Act = z.infer<typeof Act>

/** The name of who acts, and the reason. Nobody proves a name: whoever reaches the database may do anything. */
export const Reason = z.object({ who: line(100), why: line(1_000) })
export type Reason = z.infer<typeof Reason>
