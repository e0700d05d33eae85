/** What the forms of the account are made of. */
import { useId, useLayoutEffect, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Failure } from './request.ts'

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** A field with its label; what is wrong with it stands below and is read out with it. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-invalid={error !== undefined} aria-describedby={`${id}-hint ${id}-error`} {...input} />
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="field-error" id={`${id}-error`} role="alert">
        {error}
      </p>
    </div>
  )
}

/** Why a request did not work, where no field of the form is to blame. */
export function FailureNote({ failure, fields = [] }: { failure: Failure | null; fields?: readonly string[] }) {
  const isShown = failure !== null && !fields.some((name) => name in failure.fields)
  return (
    <p className="failure" role="alert">
      {isShown ? [failure.detail, ...Object.values(failure.fields)].join(' ') : ''}
    </p>
  )
}

interface ConfirmProps {
  readonly title: ReactNode
  /** What the act is called, on its button. */
  readonly act: string
  readonly isBusy: boolean
  readonly failure: Failure | null
  readonly onConfirm: () => void
  readonly onCancel: () => void
  /** What will be lost. */
  readonly children: ReactNode
}

/** Asks before something is lost. The browser keeps the focus inside, and gives it back afterwards. */
export function Confirm({ title, act, isBusy, failure, onConfirm, onCancel, children }: ConfirmProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current!
    shown.showModal()
    return () => shown.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={id}
      aria-describedby={`${id}-loss`}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <h3 id={id}>{title}</h3>
      <div id={`${id}-loss`} className="prose">
        {children}
      </div>
      <FailureNote failure={failure} />
      <p className="buttons">
        <button type="button" className="quiet" onClick={onCancel}>
          Cancel
        </button>
        <button type="button" className="danger" aria-disabled={isBusy} onClick={() => isBusy || onConfirm()}>
          {act}
        </button>
      </p>
    </dialog>
  )
}

/** A name inside a sentence of plain text: its direction is its own (Unicode's isolates). */
export function inText(name: string): string {
  return `\u2068${name}\u2069`
}

/**
 * Makes a change in which the element that has the focus goes away, and moves the reader on. The change is drawn first, because a
 * dialog that closes gives the focus back to the button that opened it.
 */
export function moveOn(id: string, change: () => void): void {
  flushSync(change)
  const element = document.getElementById(id)
  if (element === null) return
  if (element.tagName !== 'BUTTON') element.tabIndex = -1
  element.focus()
}
