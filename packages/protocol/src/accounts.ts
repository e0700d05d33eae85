/** Accounts: the User record, the handle, and the bodies of sign-in by e-mail. */
import { z } from 'zod'
import { UserId } from './ids.ts'

/** The account that a request with a session is meant for; one of another account is refused. */
export const ACCOUNT_HEADER = 'x-arena-account'

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const TOP_LABEL = '[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])'

/** An address of RFC 5321, without forms that are not used in practice: quoted names, and hosts without a domain. */
export const Email = z
  .email({
    pattern: new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LABEL}$`),
    error: 'Not an e-mail address.',
  })
  .max(254, { error: 'At most 254 characters.' })
  .refine((address) => address.indexOf('@') <= 64, { error: 'At most 64 characters before the @.' })
  .meta({ id: 'Email', description: 'An e-mail address.', examples: ['ada@example.org'] })
export type Email = z.infer<typeof Email>

export const Handle = z
  .string()
  .regex(/^[a-z0-9_]{2,32}$/, { error: '2 to 32 lower-case letters, digits and underscores.' })
  .meta({ id: 'Handle', description: 'The public name of an account; unique across the service.', examples: ['ada'] })
export type Handle = z.infer<typeof Handle>

export const User = z
  .object({
    id: UserId,
    // One pattern, not a union of two strings: generated clients cannot tell its members from each other.
    name: z
      .string()
      .regex(/^(?:[a-z0-9_]{2,32})?$/)
      .meta({
        description:
          'The public handle, shown as `@name` on the leaderboard, and the display name; empty until picked.',
      }),
    email: z.string().meta({ description: 'Visible to the account only.' }),
  })
  .meta({
    id: 'User',
    description: 'An account.',
    examples: [{ id: 'user_01k9y3v8h2e6wbz4m0t7qnd5fa', name: 'ada', email: 'ada@example.org' }],
  })
export type User = z.infer<typeof User>

export const SetHandle = z.strictObject({ handle: Handle }).meta({
  id: 'SetHandle',
  description: 'Body of `POST /me/handle`.',
  examples: [{ handle: 'ada' }],
})
export type SetHandle = z.infer<typeof SetHandle>

export const RequestSignIn = z.strictObject({ email: Email }).meta({
  id: 'RequestSignIn',
  description: 'Body of `POST /auth/email`: where to send the sign-in link and code.',
  examples: [{ email: 'ada@example.org' }],
})
export type RequestSignIn = z.infer<typeof RequestSignIn>

export const VerifySignIn = z
  .union([
    z.strictObject({ token: z.string().min(1).max(256) }),
    z.strictObject({ email: Email, code: z.string().regex(/^[0-9]{6}$/, { error: 'Six digits.' }) }),
  ])
  .meta({
    id: 'VerifySignIn',
    description: 'Body of `POST /auth/email/verify`: the token of the link, or the address and its six-digit code.',
    examples: [{ token: 'q9V0dYx1mT8' }, { email: 'ada@example.org', code: '402718' }],
  })
export type VerifySignIn = z.infer<typeof VerifySignIn>

export const Empty = z.strictObject({}).meta({ id: 'Empty', description: 'Nothing to say.', examples: [{}] })
export type Empty = z.infer<typeof Empty>
