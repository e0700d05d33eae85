/** Searches to learn the grammar from. Those with bots name bots of this arena, so that they find something. */
import { printSearch } from '../history/search/print-search.ts'
import type { Player } from '../history/search/search.ts'

interface Example {
  readonly text: string
  readonly meaning: string
}

const EXAMPLES: readonly Example[] = [
  { text: 'fox>marth', meaning: 'Fox beats Marth' },
  { text: 'fox,falco>', meaning: 'Fox or Falco wins, against anyone' },
  { text: '>puff', meaning: 'Jigglypuff loses' },
  { text: 'char:sheik stage:fd', meaning: 'either plays Sheik, on Final Destination' },
  { text: '-stage:bf,dl', meaning: 'not on Battlefield or Dream Land' },
  { text: '>4m end:stocks', meaning: 'longer than four minutes, ended by stocks' },
  { text: '<1m30s', meaning: 'shorter than a minute and a half' },
  { text: 'moment:grab then:kill', meaning: 'with a grab that a kill follows within three seconds' },
  {
    text: 'moment:missed-tech by:marth then:edge-guard/5s',
    meaning: 'Marth misses a tech, an edge-guard within five seconds',
  },
  { text: 'version:1.4', meaning: 'in which a bot said that it is version 1.4; beside bot:, that bot' },
  { text: 'date:2026-11', meaning: 'in November 2026, UTC; a year and a day work too' },
  { text: 'since:2026-11-01 before:2026-11-08', meaning: 'in the first seven days of November 2026' },
]

export function searchExamples([first, second]: readonly string[]): Example[] {
  if (first === undefined || second === undefined) return [...EXAMPLES]
  const matchup = (winner: Player | null, loser: Player | null) =>
    printSearch([{ kind: 'matchup', winner, loser, isNegated: false }])
  const [one, other] = [first, second].map((bot): Player => ({ bot, characters: [], versions: [] })) as [Player, Player]
  return [
    ...EXAMPLES,
    { text: matchup(one, other), meaning: 'one bot beats another; quotes hold a name with spaces together' },
    { text: matchup({ ...one, characters: [2] }, null), meaning: 'a bot wins with Fox' },
    { text: `${matchup(null, one)} sort:margin`, meaning: 'what a bot lost, the worst first' },
  ]
}
