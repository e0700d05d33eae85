/** Several characters: the pick is made against this opponent, from what earlier matches have shown. */
import { readFileSync, writeFileSync } from 'node:fs'
import { Character, inputs, serveBot, stick, type Game, type Hands, type PickRequest } from '@arena/sdk'

/** How each character is played. What differs is a row, not a branch. */
const STYLES = {
  [Character.Fox]: { reach: 14, attack: inputs.smash('up') },
  [Character.Marth]: { reach: 26, attack: inputs.tiltAttack('down', 1) },
  [Character.Peach]: { reach: 18, attack: inputs.smash('down') },
} as const
type Own = keyof typeof STYLES
const OWN = Object.keys(STYLES).map(Number) as Own[]

/** Wins and losses by opponent and own character, kept between matches and restarts. */
type Records = Record<string, Record<number, { wins: number; losses: number }>>
const FILE = process.env['RECORDS'] ?? 'records.json'
const records: Records = load()

function load(): Records {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Records
  } catch {
    return {}
  }
}

/** The character with the best record against this opponent; one that was not tried yet counts as even. */
function choose(botId: string): Own {
  const shareOf = (character: Own): number => {
    const { wins = 0, losses = 0 } = records[botId]?.[character] ?? {}
    return (wins + 1) / (wins + losses + 2)
  }
  return OWN.reduce((best, character) => (shareOf(character) > shareOf(best) ? character : best))
}

function play() {
  let opponent = ''
  let character = OWN[0]!
  return {
    pick(request: PickRequest) {
      opponent = request.opponent.botId
      character = choose(opponent)
      return { character, costume: 0 }
    },
    frame: (game: Game): Hands => hands(game, STYLES[character]),
    end({ game }: { game: Game | null }) {
      if (game === null || game.me.stocks === game.opponent.stocks) return
      const all = (records[opponent] ??= {})
      const record = (all[character] ??= { wins: 0, losses: 0 })
      if (game.me.stocks > game.opponent.stocks) record.wins++
      else record.losses++
      writeFileSync(FILE, JSON.stringify(records))
    },
  }
}

function hands({ me, opponent, stage, frame }: Game, { reach, attack }: (typeof STYLES)[Own]): Hands {
  if (Math.abs(me.x) > stage.edge) return stick(-Math.sign(me.x), frame % 20 < 2 ? 1 : 0)
  const ahead = opponent.x - me.x
  if (Math.abs(ahead) > reach) return stick(Math.sign(ahead) * 0.5)
  return frame % 30 === 0 ? attack[0]! : {}
}

const { port } = await serveBot({ play })
console.log(`listening on http://127.0.0.1:${port}`)
