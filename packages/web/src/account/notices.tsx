/** What the account is told of its bots, and how: a choice for each kind, and its webhook. */
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import type {
  NoticeChoice,
  NoticeDelivery,
  NoticeSettings,
  Webhook,
  WebhookFormat,
  WebhookWithSecret,
} from '@arena/protocol'
import { moment, plural } from '../format.ts'
import { Section } from '../parts/section.tsx'
import { Table } from '../parts/table.tsx'
import { paths } from '../paths.ts'
import { FailureNote, Field } from './parts.tsx'
import { ask } from './request.ts'
import type { Answer } from './request.ts'
import { useRequest } from './use-request.ts'

interface NoticesProps {
  readonly notices: NoticeSettings
  readonly onChange: (notices: NoticeSettings) => void
}

const SECTION_ID = 'notices'
const WAYS = [
  ['mail', 'Mail'],
  ['webhook', 'Webhook'],
] as const
const FORMATS: Readonly<Record<WebhookFormat, string>> = {
  standard: 'Signed JSON (Standard Webhooks)',
  discord: 'Discord',
  slack: 'Slack',
}

export function Notices({ notices, onChange }: NoticesProps) {
  const [told, setTold] = useState('')
  const { isBusy, failure, run } = useRequest()
  const { choices, webhook } = notices

  async function choose({ kind, means }: NoticeChoice, way: 'mail' | 'webhook', isChosen: boolean): Promise<void> {
    if (isBusy) return
    setTold('')
    const body = { choices: { [kind]: { [way]: isChosen } } }
    const chosen = await run((userId) => ask<NoticeSettings>('PATCH', paths.data.notices(), body, userId))
    if (chosen === null) return
    onChange(chosen.value)
    setTold(`Saved: ${isChosen ? '' : 'no '}${way === 'mail' ? 'mail' : 'message to the webhook'}. ${means}`)
  }

  return (
    <Section id={SECTION_ID} title="Notices">
      <div className="panel">
        <p>
          What you hear of without looking. <a href={paths.docs('notices')}>What each kind says</a>
        </p>
        <Table
          labelledBy={SECTION_ID}
          className="rows notices"
          rows={choices}
          keyOf={({ kind }) => kind}
          columns={[
            { head: 'When', value: ({ means }) => means, isName: true },
            ...WAYS.map(([way, head]) => ({
              head,
              value: (choice: NoticeChoice) => (
                <input
                  type="checkbox"
                  aria-label={`${head}: ${choice.means}`}
                  checked={choice[way]}
                  onChange={(event) => void choose(choice, way, event.target.checked)}
                />
              ),
            })),
          ]}
        />
        {webhook === null && choices.some((choice) => choice.webhook) && (
          <p className="hint">Nothing goes to a webhook until you set one below.</p>
        )}
        <FailureNote failure={failure} />
        <p className="told" role="status">
          {told}
        </p>
      </div>
      <WebhookForm notices={notices} onChange={onChange} />
    </Section>
  )
}

function WebhookForm({ notices, onChange }: NoticesProps) {
  const { webhook, deliveries } = notices
  const id = useId()
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [format, setFormat] = useState<WebhookFormat>(webhook?.format ?? 'standard')
  const [secret, setSecret] = useState('')
  const [told, setTold] = useState('')
  const { isBusy, failure, run } = useRequest()

  /** What it is told where it worked. */
  async function act<T>(send: (userId?: string) => Promise<Answer<T>>, done: (value: T) => string): Promise<void> {
    if (isBusy) return
    setTold('')
    const answer = await run(send)
    if (answer === null) return
    const now = await run((userId) => ask<NoticeSettings>('GET', paths.data.notices(), undefined, userId))
    if (now !== null) onChange(now.value)
    setTold(done(answer.value))
  }

  const keepSecret = ({ secret: made, ...set }: WebhookWithSecret, words: string): string => {
    setSecret(made !== undefined && set.format === 'standard' ? made : '')
    return words
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    void act(
      (userId) => ask<WebhookWithSecret>('POST', paths.data.webhook(), { url, format }, userId),
      (set) => keepSecret(set, 'The webhook is set. Send a test to see that it works.'),
    )
  }
  const test = (userId?: string) => ask<NoticeDelivery>('POST', paths.data.webhookTest(), undefined, userId)
  const tested = ({ state, status, answer, ms }: NoticeDelivery): string =>
    `${state === 'sent' ? 'The test was taken' : 'The test was not taken'}: ${status === null ? answer : `status ${status} after ${ms} ms`}`
  const renew = () =>
    act(
      (userId) => ask<WebhookWithSecret>('POST', paths.data.webhookSecret(), undefined, userId),
      (set) => keepSecret(set, 'Messages carry signatures by both secrets for a day.'),
    )
  const remove = () =>
    act(
      (userId) => ask<Webhook>('DELETE', paths.data.webhook(), undefined, userId),
      () => {
        setUrl('')
        setSecret('')
        return 'The webhook is removed.'
      },
    )

  return (
    <form className="panel" onSubmit={submit}>
      <h3>Webhook</h3>
      {webhook?.disabledAt != null && (
        <p className="failure">
          Disabled on {moment(webhook.disabledAt)}. {webhook.disabledWhy} Save it to enable it again.
        </p>
      )}
      <Field
        label="Webhook address"
        name="webhook-url"
        type="url"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        hint="Where the arena posts the notices chosen above."
        maxLength={2048}
        required
        autoComplete="off"
        spellCheck={false}
        error={failure?.fields['url']}
      />
      <div className="field">
        <label htmlFor={id}>Format</label>
        <select id={id} value={format} onChange={(event) => setFormat(event.target.value as WebhookFormat)}>
          {(Object.keys(FORMATS) as WebhookFormat[]).map((each) => (
            <option key={each} value={each}>
              {FORMATS[each]}
            </option>
          ))}
        </select>
      </div>
      {secret !== '' && (
        <Field
          label="Secret"
          className="secret"
          readOnly
          value={secret}
          hint="Copy it now: it is not shown again. It checks the signatures of messages."
          onFocus={(event) => event.target.select()}
        />
      )}
      <FailureNote failure={failure} fields={['url']} />
      <p className="buttons">
        <button type="submit" aria-disabled={isBusy}>
          Save the webhook
        </button>
        {webhook !== null && (
          <>
            <button type="button" className="quiet" aria-disabled={isBusy} onClick={() => void act(test, tested)}>
              Send a test
            </button>
            {webhook.format === 'standard' && (
              <button type="button" className="quiet" aria-disabled={isBusy} onClick={() => void renew()}>
                New secret
              </button>
            )}
            <button type="button" className="quiet" aria-disabled={isBusy} onClick={() => void remove()}>
              Remove
            </button>
          </>
        )}
      </p>
      <p className="told" role="status">
        {told}
      </p>
      {deliveries.length > 0 && (
        <details>
          <summary>Last deliveries ({deliveries.length})</summary>
          <ul className="deliveries">
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <Delivery of={delivery} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </form>
  )
}

function Delivery({ of: { id, kind, at, state, attempts, status, answer, ms } }: { of: NoticeDelivery }) {
  const became = status === null ? state : `${state}, status ${status}`
  return (
    <details>
      <summary>
        {moment(at)}: {kind}, {became}
      </summary>
      <p className="hint long">
        <code>{id}</code>, {plural(attempts, 'attempt')}
        {ms !== null && `, ${ms} ms`}
      </p>
      {answer !== null && answer !== '' && <pre>{answer}</pre>}
    </details>
  )
}
