/** The page of an account: for a visitor who is not signed in, the way in. */
import type { AccountPage, SignInState } from '@arena/web'
import type { Stores } from './stores.ts'

const NOTHING_ASKED: SignInState = { email: '', isMailSent: false, failure: null }

export async function accountPage(
  {
    accounts,
    bots,
    keys,
    notices,
    standings,
    clock,
  }: Stores<'accounts' | 'bots' | 'keys' | 'notices' | 'standings' | 'clock'>,
  userId: string | null,
  signIn: SignInState = NOTHING_ASKED,
): Promise<AccountPage> {
  const user = userId === null ? null : await accounts.find(userId)
  if (user === null) return { kind: 'account', account: null, signIn, now: clock.now() }
  const [ownBots, ownKeys, settings] = await Promise.all([
    bots.list(user.id),
    keys.list(user.id),
    notices.settings(user.id),
  ])
  const account = { user, bots: await standings.with(ownBots), keys: ownKeys, notices: settings }
  return { kind: 'account', account, signIn, now: clock.now() }
}
