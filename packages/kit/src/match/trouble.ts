/** What bots did wrong in the games of a series. Pure. */
import type { PlayedGame, PlayedPair, RaisedInGame } from './pairs.ts'

/** What one bot did wrong, in how many games. */
export interface Trouble {
  readonly forfeits: number
  readonly crashes: number
  /** Pads that were missed, over all games. */
  readonly missed: number
  /** Errors over all games, in how many they came, and the one that came most often in the first of these; null for none. */
  readonly raised: (RaisedInGame & { readonly games: number }) | null
}

const NONE: Trouble = { forfeits: 0, crashes: 0, missed: 0, raised: null }

/** The bot is named by its place in the series. */
export function troubleOf(pairs: readonly PlayedPair[], bot: number): Trouble {
  const own = pairs.flatMap(({ between, games }) => {
    const side = between.indexOf(bot)
    return side === -1 ? [] : games.map((game) => ({ game, side: side as 0 | 1 }))
  })
  return own.reduce<Trouble>(({ forfeits, crashes, missed, raised }, { game, side }) => {
    const isForfeit = game.end === 'double-forfeit' || (isForfeited(game) && game.points === side)
    const more = game.raised[side]
    const { times, games, most } = raised ?? { times: 0, games: 0, most: more?.most ?? '' }
    return {
      raised: more === null ? raised : { times: times + more.times, games: games + 1, most },
      forfeits: forfeits + Number(isForfeit),
      crashes: crashes + Number(game.crashed[side]),
      missed: missed + game.missed[side],
    }
  }, NONE)
}

const isForfeited = ({ end }: PlayedGame): boolean => end === 'forfeit' || end === 'absent'
