/** The page of an account: for a visitor who is not signed in, the way in. */
import type { AccountPage, SignInState } from '@arena/web'
import type { Context } from '../context.ts'

const NOTHING_ASKED: SignInState = { email: '', isMailSent: false, failure: null }

export async function accountPage(
  { accounts, bots, keys }: Context,
  userId: string | null,
  signIn: SignInState = NOTHING_ASKED,
): Promise<AccountPage> {
  const user = userId === null ? null : await accounts.find(userId)
  if (user === null) return { kind: 'account', account: null, signIn }
  const [ownBots, ownKeys] = await Promise.all([bots.list(user.id), keys.list(user.id)])
  return { kind: 'account', account: { user, bots: ownBots, keys: ownKeys }, signIn }
}
