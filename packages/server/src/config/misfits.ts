/** Settings that do not go together, or not with production. */
import type { Values, VariableName } from './variables.ts'

/** Settings that a role cannot be without, or that say nothing to it. */
export function refuseMisfits(values: Values, mistakes: string[]): void {
  const { ARENA_ROLE: role = 'all' } = values
  if (role === 'all' && values.ARENA_INTERNAL !== undefined && values.DATABASE_URL === undefined) {
    mistakes.push('ARENA_INTERNAL is of no use without DATABASE_URL: an arena on its embedded database is one machine')
  }
  if (role === 'all') return
  if (values.DATABASE_URL === undefined) {
    mistakes.push(`DATABASE_URL must be set with ARENA_ROLE=${role}: machines of one arena share a PostgreSQL server`)
  }
  if ((values.ARENA_HOUSE_BOTS ?? 0) > 0) {
    mistakes.push(`ARENA_HOUSE_BOTS must be 0 with ARENA_ROLE=${role}: house bots listen on a loopback address`)
  }
}

type Refuse = (name: VariableName, why: string) => void

/** In production nothing may rest on a default, or on a choice, that is only safe on one's own machine. */
export function refuseUnsafe(values: Values, mistakes: string[]): void {
  const refuse: Refuse = (name, why) => mistakes.push(`${name} ${why}`)
  const { ARENA_ROLE: role = 'all' } = values
  refuseUnsafeAddress(values, refuse)
  if (role !== 'play') refuseUnsafeMail(values, refuse)
  if (role !== 'all' && values.ARENA_INTERNAL === undefined) {
    refuse('ARENA_INTERNAL', `must be set in production with ARENA_ROLE=${role}: the other machines reach it there`)
  }
  if (values.ARENA_PRIVATE_BOTS === 'allow') {
    refuse('ARENA_PRIVATE_BOTS', 'cannot be allow in production: anyone could point the arena at your private network')
  }
  if ((values.ARENA_HOUSE_BOTS ?? 0) > 0) {
    refuse(
      'ARENA_HOUSE_BOTS',
      'must be 0 in production: house bots listen on a loopback address, which is refused there',
    )
  }
  if (values.ARENA_RATE_LIMITS === 'off') refuse('ARENA_RATE_LIMITS', 'cannot be off in production')
  for (const name of ['ARENA_TICK_MS', 'ARENA_REST_MS', 'ARENA_PICK_MS'] as const) {
    if (values[name] !== undefined) refuse(name, 'is for rehearsal and tests only and cannot be set in production')
  }
}

function refuseUnsafeAddress({ ARENA_BASE_URL: base }: Values, refuse: Refuse): void {
  if (base === undefined) {
    const why =
      'must be set in production: links in pages and mails begin with it, and the URLs of bots behind connectors'
    refuse('ARENA_BASE_URL', why)
  } else if (!base.startsWith('https:')) refuse('ARENA_BASE_URL', 'must be https in production')
}

function refuseUnsafeMail(values: Values, refuse: Refuse): void {
  const mailConfig = values.ARENA_MAIL
  if (mailConfig === undefined || mailConfig.kind === 'log') {
    refuse(
      'ARENA_MAIL',
      'must name a mail server in production (smtp://… or smtps://…): log: would write sign-in codes to the log',
    )
  }
  if (values.ARENA_MAIL_FROM === undefined) refuse('ARENA_MAIL_FROM', 'must be set in production')
}
