/** How one whole is divided between two bots. */
import { share } from '../format.ts'

export function SplitBar({ first, label }: { first: number; label: string }) {
  return (
    <p className="split">
      <span>{share(first)}</span>
      <svg className="split-bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={label}>
        <rect className="split-first" x={0} y={0} width={100 * first} height={10} />
        <rect className="split-second" x={100 * first} y={0} width={100 * (1 - first)} height={10} />
      </svg>
      <span>{share(1 - first)}</span>
    </p>
  )
}
