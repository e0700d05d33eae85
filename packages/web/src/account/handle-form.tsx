/** The public handle: asked for once, and changed here. */
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { User } from '@arena/protocol'
import { paths } from '../paths.ts'
import { Section } from '../parts/section.tsx'
import { FailureNote, Field } from './parts.tsx'
import { ask } from './request.ts'
import { useRequest } from './use-request.ts'

export function HandleForm({ user, onChange }: { user: User; onChange: (user: User) => void }) {
  const [handle, setHandle] = useState(user.name)
  const [told, setTold] = useState('')
  const { isBusy, failure, run } = useRequest()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setTold('')
    const named = await run((userId) => ask<User>('POST', paths.data.handle(), { handle }, userId))
    if (named === null) return
    setTold(`You are @${named.value.name}.`)
    onChange(named.value)
  }

  return (
    <Section id="handle" title={user.name === '' ? 'Choose a handle' : 'Handle'}>
      <form className="panel" onSubmit={(event) => void submit(event)}>
        <p>
          The name that the ranking shows beside your bots.
          {user.name === '' && ' You have none yet.'}
        </p>
        <Field
          label="Handle"
          name="handle"
          value={handle}
          onChange={(event) => setHandle(event.target.value)}
          pattern="[a-z0-9_]{2,32}"
          title="2 to 32 lower-case letters, digits and underscores"
          hint="2 to 32 lower-case letters, digits and underscores."
          maxLength={32}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={failure?.fields['handle']}
        />
        <FailureNote failure={failure} fields={['handle']} />
        <p className="buttons">
          <button type="submit" aria-disabled={isBusy}>
            Save the handle
          </button>
        </p>
        <p className="told" role="status">
          {told}
        </p>
      </form>
    </Section>
  )
}
