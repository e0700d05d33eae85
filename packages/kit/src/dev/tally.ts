/** How a bot did against each opponent. */
import type { Outcome } from '../game-result.ts'
import { columns } from '../words.ts'

interface Row {
  readonly opponent: string
  readonly won: number
  readonly lost: number
  readonly drawn: number
}

export class Tally {
  readonly #rows = new Map<string, Row>()

  /** A game that was broken off counts for nobody. */
  add(opponent: string, outcome: Outcome): void {
    if (outcome === 'broken off') return
    const row = this.#rows.get(opponent) ?? { opponent, won: 0, lost: 0, drawn: 0 }
    this.#rows.set(opponent, { ...row, [outcome]: row[outcome] + 1 })
  }

  get isEmpty(): boolean {
    return this.#rows.size === 0
  }

  /** In the order in which the opponents came. */
  get rows(): readonly Row[] {
    return [...this.#rows.values()]
  }

  /** None before the first game is over. */
  lines(name: string): string[] {
    if (this.isEmpty) return []
    const cells = ({ opponent, won, lost, drawn }: Row) => [
      opponent,
      `${won + lost + drawn}`,
      `${won}`,
      `${lost}`,
      `${drawn}`,
    ]
    const sum = (key: 'won' | 'lost' | 'drawn'): number => this.rows.reduce((total, row) => total + row[key], 0)
    const all = { opponent: 'all', won: sum('won'), lost: sum('lost'), drawn: sum('drawn') }
    const rows = this.rows.length > 1 ? [...this.rows, all] : this.rows
    return ['', `${name} against each opponent:`, '', ...columns([HEAD, ...rows.map(cells)])]
  }
}

const HEAD = ['opponent', 'games', 'won', 'lost', 'drawn']
