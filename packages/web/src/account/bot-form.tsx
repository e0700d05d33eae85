/** Name and URL of a bot, new or registered. A URL that is new to the arena is checked, and the page shows how it goes. */
import { useRef, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import type { Bot, DeployStep } from '@arena/protocol'
import { CheckSteps } from './check-steps.tsx'
import { progressOf } from './deploy-check.ts'
import { FailureNote, Field } from './parts.tsx'
import { askWithSteps } from './request.ts'
import type { Answer } from './request.ts'
import { useRequest } from './use-request.ts'

interface BotFields {
  readonly name: string
  readonly url: string
}

interface BotFormProps {
  readonly first: BotFields
  /** What the form does, on its button. */
  readonly act: string
  readonly send: (
    fields: BotFields,
    onStep: (step: DeployStep) => void,
    userId: string | undefined,
  ) => ReturnType<typeof askWithSteps>
  /** `isShown`: whether the form is still there. It may have been closed, and another opened in its place. */
  readonly onDone: (bot: Bot, isShown: boolean) => void
  /** Other buttons. */
  readonly children?: ReactNode
  readonly isAutoFocused?: boolean
}

export function BotForm({ first, act, send, onDone, children, isAutoFocused = false }: BotFormProps) {
  const [name, setName] = useState(first.name)
  const [url, setUrl] = useState(first.url)
  const [steps, setSteps] = useState<readonly DeployStep[]>([])
  const { isBusy, failure, run } = useRequest()
  const urlField = useRef<HTMLInputElement>(null)
  // A name can be changed without a check.
  const isChecking = isBusy && url !== first.url

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    setSteps([])
    const done = await run((userId): Promise<Answer<Bot>> =>
      send({ name, url }, (step) => setSteps((taken) => [...taken, step]), userId),
    )
    if (done === null) return urlField.current?.focus()
    setSteps([])
    onDone(done.value, urlField.current !== null)
    // Text that was typed during the check stays.
    setName((now) => (now === name ? first.name : now))
    setUrl((now) => (now === url ? first.url : now))
  }

  return (
    <form className="bot-form" onSubmit={(event) => void submit(event)}>
      <Field
        label="Name"
        name="name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={128}
        required
        autoComplete="off"
        autoFocus={isAutoFocused}
        error={failure?.fields['name']}
      />
      <Field
        ref={urlField}
        label="URL"
        name="url"
        type="url"
        inputMode="url"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        placeholder="https://bot.example.org/melee"
        maxLength={2048}
        required
        autoComplete="off"
        hint="Where your bot accepts WebSockets. It answers /ping below it. Only you see it."
        error={failure?.fields['url']}
      />
      <p className="buttons">
        <button type="submit" aria-disabled={isBusy}>
          {act}
        </button>
        {children}
      </p>
      <p className="unseen" role="status">
        {isChecking ? progressOf(steps) : ''}
      </p>
      <FailureNote failure={failure} fields={['name', 'url']} />
      {(isChecking || steps.length > 0) && <CheckSteps steps={steps} isRunning={isChecking} />}
    </form>
  )
}
