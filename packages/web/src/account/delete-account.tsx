/** The end of an account. */
import { useState } from 'react'
import { plural } from '../format.ts'
import type { Account } from '../page-data.ts'
import { Section } from '../parts/section.tsx'
import { paths } from '../paths.ts'
import { Confirm } from './parts.tsx'
import { ask } from './request.ts'
import { useRequest } from './use-request.ts'

export function DeleteAccount({ account, onDeleted }: { account: Account; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, run, reset } = useRequest()
  const { user, bots, keys } = account
  const valid = keys.filter(({ revokedAt }) => revokedAt === null).length

  async function remove(): Promise<void> {
    if ((await run((userId) => ask('DELETE', paths.data.me(), undefined, userId))) !== null) onDeleted()
  }

  return (
    <Section id="delete" title="Delete the account">
      <div className="panel">
        <p>Removes your bots and keys, and forgets your e-mail address and your handle.</p>
        <p className="buttons">
          <button type="button" className="danger" onClick={() => setAsking(true)}>
            Delete the account…
          </button>
        </p>
        {isAsking && (
          <Confirm
            title="Delete your account for good?"
            act="Delete my account"
            isBusy={isBusy}
            failure={failure}
            onConfirm={() => void remove()}
            onCancel={() => {
              reset()
              setAsking(false)
            }}
          >
            <p>
              {plural(bots.length, 'bot')} and {plural(valid, 'key')} are removed, with the ratings of the bots. Every
              browser is signed out, and {user.email} is forgotten.
              {user.name !== '' && ` Somebody else may take the handle @${user.name}.`}
            </p>
            <p>
              Records and replays of matches stay, with the names of your bots; the open data keeps their ids only. This
              cannot be undone.
            </p>
          </Confirm>
        )}
      </div>
    </Section>
  )
}
