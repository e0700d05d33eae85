/** The account: sign-in for who is not, and all that belongs to it for who is. Keeps up with what other tabs do. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ApiKeyMeta, Bot, NoticeSettings, User } from '@arena/protocol'
import type { Account, AccountPage as AccountData } from '../page-data.ts'
import { paths } from '../paths.ts'
import { Bots } from './bots.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { HandleForm } from './handle-form.tsx'
import { Keys } from './keys.tsx'
import { Notices } from './notices.tsx'
import { nameInNavigation } from './navigation.ts'
import { useFreshBots } from './fresh-bots.ts'
import { useOtherTabs } from './other-tabs.ts'
import { moveOn } from './parts.tsx'
import { ask } from './request.ts'
import { SignIn } from './sign-in.tsx'
import { ShownAccount } from './use-request.ts'

const TITLE_ID = 'account-title'
const ENDED = 'Your session has ended. Sign in again to continue.'
const ANOTHER = 'Another account was signed in meanwhile. It is shown now, and what you did last was not done.'
const DELETED = 'Your account is deleted.'

export function AccountPage({ page }: { page: AccountData }) {
  const [account, setAccount] = useState(page.account)
  /** Why nobody is signed in, or somebody else, where that is news. */
  const [news, setNews] = useState('')
  const isTakenOver = useIsTakenOver()

  const userId = account?.user.id
  const shownId = useRef(userId)
  useEffect(() => {
    shownId.current = userId
  })
  const loads = useRef(0)

  /** Shows who is signed in by now. */
  async function load(isRefused = false): Promise<void> {
    const number = ++loads.current
    const loaded = await loadAccount()
    if (loaded === 'no-answer' || number !== loads.current) return
    moveOn(TITLE_ID, () => {
      setAccount(loaded)
      if (isRefused) setNews(loaded === null ? ENDED : loaded.user.id === userId ? '' : ANOTHER)
      else if (loaded !== null) setNews('')
    })
  }

  useOtherTabs(userId ?? '', () => void load())
  const handle = account?.user.name ?? ''
  useEffect(() => nameInNavigation(handle), [handle])

  /** An answer may come late: it changes its own part of what is shown by then. */
  function change(part: (shown: Account) => Partial<Account>): void {
    setAccount((shown) => shown && { ...shown, ...part(shown) })
  }

  const { now, hasChanged } = useFreshBots(page.now, userId, (bots) => change(() => ({ bots })))

  function forget(): void {
    moveOn(TITLE_ID, () => {
      setAccount(null)
      setNews(DELETED)
    })
  }

  return (
    <ShownAccount
      value={{
        userId,
        isShownStill: () => userId === undefined || userId === shownId.current,
        onRefused: () => void load(true),
      }}
    >
      <div className="page-head">
        <h1 id={TITLE_ID}>Account</h1>
        {account !== null && (
          <div className="facts">
            {handle !== '' && <span>{`@${handle}`}</span>}
            <span>{account.user.email}</span>
            <form method="post" action={paths.signOut()}>
              <input type="hidden" name="account" value={userId} />
              <button type="submit" className="link">
                Sign out
              </button>
            </form>
          </div>
        )}
      </div>
      <p className="notice-slot" role="status">
        {news}
      </p>
      {account === null ? (
        <SignIn first={page.signIn} onSignedIn={() => load()} />
      ) : (
        <>
          <noscript>
            <p className="notice">
              To change something here, this page needs JavaScript. Programs do the same with a key:{' '}
              <a href={paths.docs('writing-a-bot')}>Writing a bot</a>.
            </p>
          </noscript>
          <fieldset key={userId} className="plain" disabled={!isTakenOver}>
            <HandleForm user={account.user} onChange={(user) => change(() => ({ user }))} />
            <Bots
              bots={account.bots}
              now={now}
              onChange={(next) => {
                change(({ bots }) => ({ bots: next(bots) }))
                hasChanged()
              }}
            />
            <Notices notices={account.notices} onChange={(notices) => change(() => ({ notices }))} />
            <Keys keys={account.keys} onChange={(next) => change(({ keys }) => ({ keys: next(keys) }))} />
            <DeleteAccount account={account} onDeleted={forget} />
          </fieldset>
        </>
      )}
    </ShownAccount>
  )
}

/** Null where nobody is signed in. All of it is of one account, whoever signs in meanwhile. */
async function loadAccount(): Promise<Account | null | 'no-answer'> {
  const user = await ask<User>('GET', paths.data.me())
  if (!user.ok) return user.failure.code === 'authentication-required' ? null : 'no-answer'
  const { id } = user.value
  const [bots, keys, notices] = await Promise.all([
    ask<{ bots: Bot[] }>('GET', paths.data.bots(), undefined, id),
    ask<{ keys: ApiKeyMeta[] }>('GET', paths.data.keys(), undefined, id),
    ask<NoticeSettings>('GET', paths.data.notices(), undefined, id),
  ])
  return bots.ok && keys.ok && notices.ok
    ? { user: user.value, bots: bots.value.bots, keys: keys.value.keys, notices: notices.value }
    : 'no-answer'
}

/** Until then nothing happens at a click. */
function useIsTakenOver(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
