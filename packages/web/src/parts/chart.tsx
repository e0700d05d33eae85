/** The parts that charts share: lines across with their values, and the same figures as a table. */
import type { ReactNode } from 'react'

interface Tick {
  /** In percent of the height. */
  readonly at: number
  readonly label: string
}

export function GridLines({ ticks }: { ticks: readonly Tick[] }) {
  return ticks.map((tick) => (
    <g key={tick.label}>
      <line className="chart-grid" x1="0%" x2="100%" y1={`${tick.at}%`} y2={`${tick.at}%`} />
      <text className="chart-rating" x="0%" y={`${tick.at}%`} dx={-8} dy="0.35em">
        {tick.label}
      </text>
    </g>
  ))
}

/** `id` names the table, which is in it. */
export function ChartTable({ id, children }: { id: string; children: ReactNode }) {
  return (
    <details className="chart-table">
      <summary id={id}>The chart as a table</summary>
      {children}
    </details>
  )
}
