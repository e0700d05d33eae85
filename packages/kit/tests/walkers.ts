/**
 * Bots whose strength is known: each waits for a number of frames that it draws, and then walks off the stage four
 * times. The one that has waited longer keeps its last stock longer, and wins. They draw by match and port, so that the
 * two games of a pair are drawn alike; with `isOwn` by their name too, so that every game is drawn anew.
 */
const SDK = JSON.stringify(new URL('../../sdk/dist/index.js', import.meta.url).href)

export interface Walker {
  /** Frames, least and most. */
  readonly waits: readonly [number, number]
  /** A name that it draws by as well. */
  readonly name?: string
  /** The frame at which its program ends. */
  readonly diesAt?: number
}

/** The text of a program, for a `.mjs` file. */
export function walkerText({ waits: [least, most], name = '', diesAt }: Walker): string {
  return `
import { createHash } from 'node:crypto'
import { serveBot, stick } from ${SDK}

function walker() {
  let leaveAt = 0
  return {
    pick({ matchId, port }) {
      const share = createHash('sha256').update(matchId + port + ${JSON.stringify(name)}).digest().readUInt32BE() / 2 ** 32
      leaveAt = Math.round(${least} + share * ${most - least})
      return { character: 20, costume: 0 }
    },
    frame(game) {
      ${diesAt === undefined ? '' : `if (game.frame >= ${diesAt}) { console.log('out of memory'); process.exit(1) }`}
      return game.frame < leaveAt ? {} : stick(game.me.port === 0 ? -1 : 1)
    },
  }
}
await serveBot({ lead: 'fixed', play: walker })
`
}
