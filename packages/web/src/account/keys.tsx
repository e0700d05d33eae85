/** The API keys of the account: create, copy once, revoke. */
import { useState } from 'react'
import type { ApiKeyMeta, CreatedKey } from '@arena/protocol'
import { day, moment } from '../format.ts'
import { Section } from '../parts/section.tsx'
import { paths } from '../paths.ts'
import { KeyForm } from './key-form.tsx'
import { NewKey } from './new-key.tsx'
import { Confirm, inText, moveOn } from './parts.tsx'
import { ask } from './request.ts'
import { useRequest } from './use-request.ts'

interface KeysProps {
  readonly keys: readonly ApiKeyMeta[]
  /** `next` makes them of those that are there by then. */
  readonly onChange: (next: (keys: readonly ApiKeyMeta[]) => readonly ApiKeyMeta[]) => void
}

const SECTION_ID = 'keys'

export function Keys({ keys, onChange }: KeysProps) {
  const [created, setCreated] = useState<CreatedKey | null>(null)
  const [told, setTold] = useState('')
  const valid = keys.filter(({ revokedAt }) => revokedAt === null)
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null)

  return (
    <Section id={SECTION_ID} title="API keys" note={valid.length === 0 ? '' : `${valid.length} of at most 20`}>
      <p className="told" role="status">
        {told}
      </p>
      {created !== null && <NewKey created={created} onDone={() => moveOn(SECTION_ID, () => setCreated(null))} />}
      {valid.length === 0 ? (
        <p className="empty">You have no key. Programs use one to register bots and to change them.</p>
      ) : (
        <ul className="owned">
          {valid.map((key) => (
            <li key={key.id}>
              <OwnKey
                apiKey={key}
                onRevoked={(changed) =>
                  moveOn(SECTION_ID, () => {
                    onChange((own) => own.map((each) => (each.id === changed.id ? changed : each)))
                    setTold(`The key ${inText(key.name)} is revoked.`)
                    setCreated((shown) => (shown?.id === changed.id ? null : shown))
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {revoked.length > 0 && (
        <details className="revoked">
          <summary>Revoked keys ({revoked.length})</summary>
          <ul>
            {revoked.map(({ id, name, revokedAt }) => (
              <li key={id}>
                <bdi>{name}</bdi>, revoked on {day(revokedAt!)}
              </li>
            ))}
          </ul>
        </details>
      )}
      <KeyForm
        onCreated={(key) => {
          const { secret: _secret, ...meta } = key
          onChange((own) => [meta, ...own])
          setTold('')
          setCreated(key)
        }}
      />
    </Section>
  )
}

function OwnKey({ apiKey, onRevoked }: { apiKey: ApiKeyMeta; onRevoked: (key: ApiKeyMeta) => void }) {
  const [isAsking, setAsking] = useState(false)
  const { isBusy, failure, run, reset } = useRequest()
  const { id, kind, name, scopes, createdAt, lastUsedAt } = apiKey

  async function revoke(): Promise<void> {
    const revoked = await run((userId) => ask<ApiKeyMeta>('DELETE', paths.data.key(id), undefined, userId))
    if (revoked !== null) onRevoked(revoked.value)
  }

  return (
    <article className="panel" aria-label={`Key ${name}`}>
      <div className="owned-head">
        <h3 className="long">
          <bdi>{name}</bdi>
        </h3>
        <span className="chip">{kind}</span>
      </div>
      <p className="hint long">
        <code>{id}</code>
      </p>
      <p className="hint">{scopes.join(', ')}</p>
      <p className="hint">
        Created on {day(createdAt)}. {lastUsedAt === null ? 'Never used.' : `Last used on ${moment(lastUsedAt)}.`}
      </p>
      <p className="buttons">
        <button type="button" className="quiet" onClick={() => setAsking(true)}>
          Revoke
        </button>
      </p>
      {isAsking && (
        <Confirm
          title={
            <>
              Revoke the key <bdi>{name}</bdi>?
            </>
          }
          act="Revoke the key"
          isBusy={isBusy}
          failure={failure}
          onConfirm={() => void revoke()}
          onCancel={() => {
            reset()
            setAsking(false)
          }}
        >
          <p>
            Programs that use it stop working at once. A revoked key cannot be made valid again; create another one.
          </p>
        </Confirm>
      )}
    </article>
  )
}
