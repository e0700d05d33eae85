/** A house bot for one match: a style's pick, and a mind seeded by the match. */
import type { Character } from '../characters.ts'
import type { Play } from '../session.ts'
import { decide, Mind } from './mind.ts'
import { STYLES, type Style } from './styles.ts'

export interface HouseBot {
  /** Unique on its account; what the ladder shows. */
  readonly name: string
  /** Its path on the house server. */
  readonly path: string
  /** How it plays, in a sentence. */
  readonly about: string
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
    const { about, character, costume } = style
    const path = `/${name.toLowerCase().replace(' ', '-')}`
    return { name, path, about, character, costume, play: () => houseBot(style) }
  })
}

function houseBot(style: Style): Play {
  // A restarted process gets no pick; then any seed will do.
  let mind = new Mind(style, style.name)
  return {
    pick(request) {
      mind = new Mind(style, `${request.matchId} ${request.port}`)
      return { character: style.character, costume: style.costume }
    },
    frame: (game) => decide(game, mind),
  }
}
