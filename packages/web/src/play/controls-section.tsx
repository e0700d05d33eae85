/** The controls: drawn on a controller, and as a list in which each can be changed. */
import { Fragment, useEffect, useState } from 'react'
import { Section, TableFrame } from '../parts/section.tsx'
import { bindAxis, bindButton, bindKey, DEFAULTS, refusalOf, type Bindings } from './controls/bindings.ts'
import { axisName, buttonName, keyName } from './controls/key-names.ts'
import { AXES, INPUTS, type Axis, type ButtonInput, type Input } from './controls/inputs.ts'
import { nextAxis, nextButton, nextKey } from './controls/next-press.ts'
import { ControllerDrawing } from './controller-drawing.tsx'

interface ControlsSectionProps {
  readonly bindings: Bindings
  readonly change: (bindings: Bindings) => void
}

/** What the next press is for. */
type Waiting =
  | { readonly kind: 'key'; readonly input: Input }
  | { readonly kind: 'button'; readonly input: ButtonInput }
  | { readonly kind: 'axis'; readonly axis: Axis }

export function ControlsSection({ bindings, change }: ControlsSectionProps) {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const [said, setSaid] = useState('')
  const layout = useLayout()
  const nameOf = (code: string | null): string => (code === null ? '–' : keyName(code, layout))

  useEffect(() => {
    if (!waiting) return
    const abort = new AbortController()
    const { signal } = abort
    const done = (next: Bindings | null, text: string): void => {
      if (signal.aborted) return
      if (next) change(next)
      setSaid(text)
      setWaiting(null)
    }
    if (waiting.kind === 'key') {
      void nextKey(signal).then((code) => {
        if (code === 'Escape') return done(null, 'Nothing has changed.')
        if (code === 'Delete') return done(bindKey(bindings, waiting.input, null), 'No key does this now.')
        const refusal = refusalOf(code)
        if (refusal !== null) return done(null, refusal)
        done(bindKey(bindings, waiting.input, code), `${nameOf(code)} is set.`)
      })
    } else if (waiting.kind === 'button') {
      void nextButton(signal).then((button) =>
        done(bindButton(bindings, waiting.input, button), `${buttonName(button)} is set.`),
      )
    } else {
      void nextAxis(signal).then((axis) => done(bindAxis(bindings, waiting.axis, axis), 'The stick is set.'))
    }
    const cancel = ({ code }: KeyboardEvent): void => {
      if (code === 'Escape') done(null, 'Nothing has changed.')
    }
    if (waiting.kind !== 'key') addEventListener('keydown', cancel, { signal })
    return () => abort.abort()
    // The input that a press is for is settled when the wait begins.
  }, [waiting])

  const isWaiting = (one: Waiting): boolean => JSON.stringify(one) === JSON.stringify(waiting)
  const cell = (one: Waiting, name: string, label: string, prompt: string) => (
    <button
      type="button"
      className="bind"
      aria-label={`${label}: ${name}. Change`}
      data-waiting={isWaiting(one)}
      onClick={() => setWaiting(isWaiting(one) ? null : one)}
    >
      {isWaiting(one) ? prompt : name}
    </button>
  )

  return (
    <Section
      id="controls"
      title="Controls"
      className="controls"
      note="Keyboard, or any gamepad: plug it in and press a button"
    >
      <ControllerDrawing keys={bindings.keys} nameOf={nameOf} />
      <dl className="hints">
        <Hint keys={[nameOf(bindings.keys.tilt)]}>held: half a tilt, to walk and for tilt attacks</Hint>
        <Hint keys={[nameOf(bindings.keys.smash)]}>held: directions go to the C-stick, for smash attacks</Hint>
        <Hint keys={[nameOf(bindings.keys.light)]}>light shield</Hint>
        <Hint keys={['P', 'Esc']}>pause; a full stop then plays one frame</Hint>
        <Hint keys={['O']}>hitboxes, hurtboxes and collision diamonds</Hint>
        <Hint keys={['I']}>what both press</Hint>
        <Hint keys={['F']}>full screen</Hint>
      </dl>
      <details className="rebind">
        <summary>Change the controls</summary>
        <p className="note">
          Press a button of this list, then the key or the button that shall do it. Esc leaves it as it is, Delete takes
          the key away. This browser remembers it.
        </p>
        <p className="said" role="status">
          {said}
        </p>
        <TableFrame labelledBy="controls">
          <table className="rows">
            <thead>
              <tr>
                <th scope="col">Does</th>
                <th scope="col">Key</th>
                <th scope="col">Gamepad</th>
              </tr>
            </thead>
            <tbody>
              {INPUTS.map(({ id, label, gamepad }) => (
                <tr key={id}>
                  <th scope="row">{label}</th>
                  <td>
                    {cell({ kind: 'key', input: id }, nameOf(bindings.keys[id]), `Key, ${label}`, 'Press a key…')}
                  </td>
                  <td>
                    {gamepad &&
                      cell(
                        { kind: 'button', input: id },
                        bindings.buttons[id] === null ? '–' : buttonName(bindings.buttons[id]),
                        `Gamepad, ${label}`,
                        'Press a button…',
                      )}
                    {AXES.filter(({ input }) => input === id).map(({ id: axis, push }) => (
                      <Fragment key={axis}>
                        {cell(
                          { kind: 'axis', axis },
                          axisName(bindings.axes[axis]),
                          `Gamepad, ${label}`,
                          `Push it ${push}…`,
                        )}
                      </Fragment>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
        <p className="buttons">
          <button
            type="button"
            onClick={() => {
              change(DEFAULTS)
              setSaid('All controls are as at first.')
            }}
          >
            Back to the defaults
          </button>
        </p>
      </details>
    </Section>
  )
}

function Hint({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

interface KeyboardOfBrowser {
  getLayoutMap(): Promise<ReadonlyMap<string, string>>
}

/** What is printed on the keys, in browsers that know it. */
function useLayout(): ReadonlyMap<string, string> | undefined {
  const [layout, setLayout] = useState<ReadonlyMap<string, string>>()
  useEffect(() => {
    const { keyboard } = navigator as Navigator & { readonly keyboard?: KeyboardOfBrowser }
    keyboard?.getLayoutMap().then(setLayout, () => {})
  }, [])
  return layout
}
