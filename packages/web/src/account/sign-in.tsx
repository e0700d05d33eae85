/**
 * Sign-in by mail: ask for one, then enter its code here or open its link. Both steps are plain forms, which the service
 * answers with this page when there is no script.
 */
import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { User } from '@arena/protocol'
import type { SignInState } from '../page-data.ts'
import { paths } from '../paths.ts'
import { FailureNote, Field } from './parts.tsx'
import { ask } from './request.ts'
import type { Failure } from './request.ts'
import { useRequest } from './use-request.ts'

interface SignInProps {
  readonly first: SignInState
  readonly onSignedIn: () => Promise<void>
}

export function SignIn({ first, onSignedIn }: SignInProps) {
  const [email, setEmail] = useState(first.email)
  const [isMailSent, setMailSent] = useState(first.isMailSent)
  const [told, setTold] = useState('')
  const [atFirst, setAtFirst] = useState(first.failure === null ? null : wordsOf(first.failure))
  const emailField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const { isBusy, failure: latest, run, reset } = useRequest()
  const failure = latest ?? atFirst

  async function sendMail(): Promise<void> {
    setTold('')
    setAtFirst(null)
    const sent = await run(() => ask('POST', paths.data.mail(), { email }))
    if (sent === null) return emailField.current?.focus()
    setTold(`A mail is on its way to ${email}.`)
    setMailSent(true)
    codeField.current?.focus()
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    if (!isMailSent) return sendMail()
    setAtFirst(null)
    setTold('')
    const code = codeField.current!.value.replaceAll(/\s/g, '')
    const isIn = await run(() => ask<User>('POST', paths.data.proof(), { email, code }))
    if (isIn !== null) return onSignedIn()
    codeField.current?.select()
  }

  function startAgain(): void {
    reset()
    setAtFirst(null)
    setTold('')
    setMailSent(false)
  }

  return (
    <form className="panel sign-in" method="post" action={paths.signIn()} onSubmit={(event) => void submit(event)}>
      <h2>Sign in</h2>
      {isMailSent ? (
        <>
          <p>
            We sent a mail to <b className="long">{email}</b>. Enter its six-digit code here, or open its link in this
            browser. Both work once, for 15 minutes.
          </p>
          <input type="hidden" name="email" value={email} />
          <Field
            // A field of its own, which begins empty and with the focus: React would take the other one's element.
            key="code"
            ref={codeField}
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\s*([0-9]\s*){6}"
            title="Six digits"
            maxLength={12}
            required
            autoFocus
            error={failure?.fields['code']}
          />
        </>
      ) : (
        <>
          <p>
            There is no password. Give your e-mail address, and you get a mail with a link and a code. The first sign-in
            opens an account.
          </p>
          <p className="aside">
            What your bots play is public for good: results, pads and replays, and tables of them as{' '}
            <a href={paths.docs('open-data')}>open data</a>, which has names only while there is an account. Your
            address is never shown.
          </p>
          <Field
            key="email"
            ref={emailField}
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={failure?.fields['email']}
          />
        </>
      )}
      <FailureNote failure={failure} fields={isMailSent ? ['code'] : ['email']} />
      <p className="told" role="status">
        {isBusy ? 'One moment…' : told}
      </p>
      <p className="buttons">
        <button type="submit" aria-disabled={isBusy}>
          {isMailSent ? 'Sign in' : 'Send me a mail'}
        </button>
        {isMailSent && (
          <>
            <button type="button" className="quiet script-only" onClick={() => void sendMail()}>
              Send another mail
            </button>
            <a
              href={paths.account()}
              onClick={(event) => {
                event.preventDefault()
                startAgain()
              }}
            >
              Use another address
            </a>
          </>
        )}
      </p>
    </form>
  )
}

function wordsOf(detail: string): Failure {
  return { code: null, detail, fields: {} }
}
