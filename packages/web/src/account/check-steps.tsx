/** The steps of a deploy check while it runs, and when it is over. */
import type { DeployStep } from '@arena/protocol'
import { adviceFor, progressOf, shownSteps } from './deploy-check.ts'

const WORDS = { passed: 'passed', failed: 'failed', running: 'running', waiting: 'not yet' } as const
const MARKS = { passed: '✓', failed: '✗', running: '…', waiting: '·' } as const

export function CheckSteps({ steps, isRunning }: { steps: readonly DeployStep[]; isRunning: boolean }) {
  const advice = adviceFor(steps)
  return (
    <div className="check">
      <ol>
        {shownSteps(steps, isRunning).map(({ name, title, state, detail }) => (
          <li key={name} data-state={state}>
            <i aria-hidden="true">{MARKS[state]}</i>
            <span>
              {title} <span className="unseen">({WORDS[state]})</span>
              {detail !== '' && <span className="detail">{detail}</span>}
            </span>
          </li>
        ))}
      </ol>
      {isRunning && <p className="hint">{progressOf(steps)}</p>}
      {advice !== '' && <p className="hint">{advice}</p>}
    </div>
  )
}
