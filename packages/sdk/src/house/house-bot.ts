/** A house bot for one match: its pick, and a mind seeded by the match. */
import { Character } from '../characters.ts'
import type { Play } from '../session.ts'
import { LADDER, type Strength } from './ladder/index.ts'
import { Mind } from './mind.ts'
import { STYLES } from './styles.ts'

export interface HouseBot {
  /** Unique on its account; what the ladder shows. */
  readonly name: string
  /** Its path on the house server. */
  readonly path: string
  /** How strong it is and how it plays, in a sentence. */
  readonly about: string
  readonly strength: Strength
  readonly character: Character
  readonly costume: number
  readonly play: () => Play
}

/** The first `count` house bots, or each once; beyond the styles there are, the same again with a number. */
export function houseBots(count = STYLES.length): HouseBot[] {
  return Array.from({ length: count }, (_, i) => {
    const style = STYLES[i % STYLES.length]!
    const round = Math.floor(i / STYLES.length)
    const name = round === 0 ? style.name : `${style.name} ${round + 1}`
    return { ...style, name, path: `/${name.toLowerCase().replace(' ', '-')}`, play: () => houseBot(style) }
  })
}

export interface HouseBotOptions {
  readonly strength: Strength
  /** Any of the 26. */
  readonly character: Character
  /** 0, the default, to 5. */
  readonly costume?: number
}

/** A bot of any strength with any character, for one match: `serveBot({ play: () => houseBot({ ... }) })`. */
export function houseBot({ strength, character, costume = 0 }: HouseBotOptions): Play {
  // A restarted process gets no pick; then any seed will do.
  let mind = new Mind(LADDER[strength], strength)
  return {
    // The figures of its attacks reckon with this lead (timing.ts).
    lead: 'fixed',
    pick({ matchId, port }) {
      mind = new Mind(LADDER[strength], `${matchId} ${port}`)
      return { character, costume }
    },
    frame: (game) => mind.decide(game),
  }
}
