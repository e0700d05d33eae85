/**
 * Sign-in by e-mail: asking for a mail, and using what it holds. An account is made by the first sign-in with its
 * address, so a caller does not learn which addresses have an account: every address is answered alike, before anything
 * is done for it.
 */
import { Problem } from '@arena/protocol'
import type { User, VerifySignIn } from '@arena/protocol'
import type { Database } from '../db/schema.ts'
import type { Logger } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import { SessionStore } from './session-store.ts'
import { signInMail } from './sign-in-mail.ts'
import { hashToken } from './sign-in-store.ts'
import type { SignInStore } from './sign-in-store.ts'
import { AccountStore } from './store.ts'

interface SignInParts {
  readonly db: Database
  readonly signIns: SignInStore
  readonly mailer: Mailer
  readonly log: Logger
  readonly now?: () => number
}

export interface SignedIn {
  readonly user: User
  readonly sessionId: string
}

export class SignIn {
  readonly #db: Database
  readonly #signIns: SignInStore
  readonly #mailer: Mailer
  readonly #log: Logger
  readonly #now: () => number

  constructor({ db, signIns, mailer, log, now = Date.now }: SignInParts) {
    this.#db = db
    this.#signIns = signIns
    this.#mailer = mailer
    this.#log = log
    this.#now = now
  }

  /**
   * Has link and code mailed, unless the address had its share. `linkTo` makes the link of a token. How long it takes
   * says nothing of the address, which is looked up only afterwards.
   */
  async ask(email: string, client: string, linkTo: (token: string) => string): Promise<void> {
    const claimed = await this.#signIns.claim(client)
    if (claimed.kind === 'client-limited') throw this.#tooOften(claimed.untilMs)
    const { token } = claimed
    const to = email.toLowerCase()
    this.#mailer.post({
      compose: async () => {
        const code = await this.#signIns.open(token, to)
        if (code !== null) return signInMail({ to, link: linkTo(token), code })
        // Reported to the operator only: the address may not be the caller's.
        this.#log.info({ client }, 'an address had its mails for this hour; none is sent')
        return null
      },
      lost: () => this.#signIns.cancel(token),
    })
  }

  /** Opens a session in exchange for a link's token or for a code; the session that the browser had is over. */
  async verify(proof: VerifySignIn, client: string, oldSessionId: string | null): Promise<SignedIn> {
    const tokenHash =
      'token' in proof
        ? hashToken(proof.token)
        : await this.#signIns.tryCode(proof.email.toLowerCase(), proof.code, client)
    if (tokenHash !== null && typeof tokenHash === 'object') throw this.#tooOften(tokenHash.untilMs)
    const signedIn = tokenHash === null ? null : await this.#enter(tokenHash, oldSessionId)
    if (signedIn !== null) return signedIn
    throw new Problem('sign-in-failed', {
      detail:
        'token' in proof
          ? 'The link was used already, is older than 15 minutes, or is not whole.'
          : 'The code is wrong, was used already, or is not the newest. After a few wrong codes only the link helps.',
    })
  }

  /** One transaction: a sign-in is spent if and only if there is a session for it. */
  #enter(tokenHash: string, oldSessionId: string | null): Promise<SignedIn | null> {
    return this.#db.transaction().execute(async (trx) => {
      const email = await this.#signIns.spend(trx, tokenHash)
      if (email === null) return null
      const accounts = new AccountStore(trx, this.#now)
      const user = await accounts.findOrCreate(email)
      if (await accounts.isDisabled(user.id)) throw new Problem('account-disabled')
      const sessions = new SessionStore(trx, this.#now)
      // After the account, which is mostly the one it belongs to: see `db/locks.ts`.
      if (oldSessionId !== null) await sessions.end(oldSessionId)
      return { user, sessionId: await sessions.open(user.id) }
    })
  }

  #tooOften(untilMs: number): Problem {
    const seconds = Math.max(1, Math.ceil((untilMs - this.#now()) / 1000))
    return new Problem('rate-limited', {
      detail: 'Too many sign-ins were asked for, or too many codes tried, from this network.',
      headers: { 'retry-after': String(seconds) },
    })
  }
}
