/** Creates a key of either kind, with the scopes that it is to carry. */
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { CreatedKey, KeyKind, KeyScope } from '@arena/protocol'
import { paths } from '../paths.ts'
import { FailureNote, Field } from './parts.tsx'
import { ask } from './request.ts'
import { FIRST_SCOPES, SCOPES } from './scopes.ts'
import { useRequest } from './use-request.ts'

const KINDS: Readonly<Record<KeyKind, string>> = {
  bearer: 'Bearer: a secret that every request sends',
  signature: 'Signature: an Ed25519 key of yours that signs every request',
}
const FIELDS = ['name', 'publicKey', 'scopes']

export function KeyForm({ onCreated }: { onCreated: (key: CreatedKey) => void }) {
  const id = useId()
  const [kind, setKind] = useState<KeyKind>('bearer')
  const [name, setName] = useState('')
  const [publicKey, setPublicKey] = useState('')
  const [scopes, setScopes] = useState(FIRST_SCOPES)
  const { isBusy, failure, run } = useRequest()

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    const body = { kind, name, scopes, ...(kind === 'signature' && { publicKey }) }
    const created = await run((userId) => ask<CreatedKey>('POST', paths.data.keys(), body, userId))
    if (created === null) return
    setName('')
    setPublicKey('')
    setScopes(FIRST_SCOPES)
    onCreated(created.value)
  }
  const toggle = (scope: KeyScope) =>
    setScopes(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope])

  return (
    <form className="panel" onSubmit={(event) => void submit(event)}>
      <h3>Create a key</h3>
      <Field
        label="Name of the key"
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        hint="For you, to tell your keys apart."
        maxLength={128}
        required
        autoComplete="off"
        error={failure?.fields['name']}
      />
      <fieldset className="choice">
        <legend>Kind</legend>
        {(Object.keys(KINDS) as KeyKind[]).map((each) => (
          <label key={each}>
            <input type="radio" name="kind" value={each} checked={kind === each} onChange={() => setKind(each)} />
            {KINDS[each]}
          </label>
        ))}
      </fieldset>
      {kind === 'signature' && (
        <div className="field">
          <label htmlFor={id}>Public key</label>
          <textarea
            id={id}
            name="publicKey"
            rows={4}
            required
            maxLength={2048}
            spellCheck={false}
            value={publicKey}
            onChange={(event) => setPublicKey(event.target.value)}
            aria-invalid={failure?.fields['publicKey'] !== undefined}
            aria-describedby={`${id}-hint ${id}-error`}
          />
          <p className="hint" id={`${id}-hint`}>
            Ed25519: an OpenSSH public key line, a PEM public key block, or the raw 32 bytes as base64.
          </p>
          <p className="field-error" id={`${id}-error`} role="alert">
            {failure?.fields['publicKey']}
          </p>
        </div>
      )}
      <fieldset className="choice" aria-describedby={`${id}-scopes`}>
        <legend>Scopes, fixed for the life of the key</legend>
        {(Object.keys(SCOPES) as KeyScope[]).map((scope) => (
          <label key={scope}>
            <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
            <span>
              <code>{scope}</code> {SCOPES[scope]}
            </span>
          </label>
        ))}
        <p className="field-error" id={`${id}-scopes`} role="alert">
          {failure?.fields['scopes']}
        </p>
      </fieldset>
      <FailureNote failure={failure} fields={FIELDS} />
      <p className="buttons">
        <button type="submit" aria-disabled={isBusy}>
          Create the key
        </button>
      </p>
    </form>
  )
}
