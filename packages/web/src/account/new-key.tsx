/** A key that was just created: its secret is shown this once. */
import { useEffect, useId, useRef, useState } from 'react'
import type { CreatedKey } from '@arena/protocol'

export function NewKey({ created, onDone }: { created: CreatedKey; onDone: () => void }) {
  const id = useId()
  const value = useRef<HTMLInputElement>(null)
  const [told, setTold] = useState('')
  const { name, secret } = created
  useEffect(() => value.current!.focus(), [created.id])

  async function copy(): Promise<void> {
    const isCopied = await copyText(secret ?? created.id, value.current!)
    setTold(isCopied ? 'Copied.' : 'This browser does not copy by itself. The text is selected: copy it with Ctrl+C.')
  }

  return (
    <div className="panel new-key" role="group" aria-label="New key">
      <h3 className="long">
        The key <bdi>{name}</bdi>
      </h3>
      <p id={`${id}-note`}>
        {secret === undefined
          ? 'Send its id in the header x-arena-key, and sign each request with your private key.'
          : 'Copy the secret now. It is not shown again, and the arena keeps only its hash.'}
      </p>
      <div className="field">
        <label htmlFor={id}>{secret === undefined ? 'Key id' : 'Secret'}</label>
        <input
          ref={value}
          id={id}
          className="secret"
          readOnly
          value={secret ?? created.id}
          aria-describedby={`${id}-note`}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <p className="buttons">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="quiet" onClick={onDone}>
          {secret === undefined ? 'Done' : 'I have kept it'}
        </button>
      </p>
      <p className="told" role="status">
        {told}
      </p>
    </div>
  )
}

/** The clipboard is there on https and on the own machine only; elsewhere the old command may work. */
async function copyText(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    field.select()
    return document.execCommand('copy')
  }
}
