/** Matches and replays in words, for people to read. Pure. */
import { MODES, type GameSummary } from '@arena/protocol'
import { characterName, FIRST_FRAME, stageName } from '@arena/slp'
import type { MatchProgress, MatchResult, Pair } from '../matches/order.ts'

const FRAMES_PER_SECOND = 60
const { forfeitPolls, frameMs, inputDelayFrames, pickMs } = MODES.live

/** Above this share of missed pads the author should hear of it. */
const MANY_MISSED = 0.01

/** `2:13`, of frames from 0 on. */
export function duration(frames: number): string {
  const seconds = Math.floor(Math.max(0, frames) / FRAMES_PER_SECOND)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Rows of cells as lines of columns, each as wide as its widest cell; two spaces before and between. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
}

const stocks = (count: number): string => `${count} ${count === 1 ? 'stock' : 'stocks'}`

/** `1:02  ember 4 stocks 12%, you 3 stocks 80%`. */
export function describeProgress({ frame, players }: MatchProgress, names: Pair<string>): string {
  const standing = (port: 0 | 1) => `${names[port]} ${stocks(players[port].stocks)} ${players[port].percent}%`
  return `${duration(frame)}  ${standing(0)}, ${standing(1)}`
}

/** Of a pick that was not made. */
export function describeDrawn(name: string, character: number): string {
  return (
    `${name} did not answer the pick with {"id": 0, "action": {"character": 0 to 25, "costume": 0 to 5}} within ` +
    `${pickMs / 1000} s: it plays ${characterName(character)}, drawn from the seed.`
  )
}

/** How a match ended, in a sentence. `names` by port. */
export function describeEnding(
  { cause, detail, summary, status }: MatchResult,
  names: Pair<string>,
  ids: Pair<string>,
) {
  if (cause === 'shutdown') return summary === null ? 'Broken off.' : `Broken off after ${duration(summary.frames)}.`
  const why = ids.reduce((text, id, port) => text.replaceAll(id, names[port as 0 | 1]), detail)
  if (status === 'aborted' || summary === null) return `The match was broken off. ${why}`
  const { winner, players, frames } = summary
  const [first, second] = winner === 1 ? [players[1], players[0]] : players
  const after = `after ${duration(frames)}`
  if (winner === null) {
    if (cause === 'double-forfeit') return `A draw ${after}. ${why}`
    if (cause === 'time')
      return `A draw: time ran out with ${stocks(first.stocks)} and ${first.percent}% on both sides.`
    return `A draw ${after}: both lost their last stock on the same frame.`
  }
  const name = names[winner]
  switch (cause) {
    case 'absent':
      return `${name} wins by forfeit; no game was played. ${why}`
    case 'forfeit':
      return `${name} wins by forfeit ${after}. ${why} That is ${Math.round((forfeitPolls * frameMs) / 1000)} seconds.`
    case 'time':
      return first.stocks === second.stocks
        ? `${name} wins on time, with ${first.percent}% against ${second.percent}% and ${stocks(first.stocks)} each.`
        : `${name} wins on time, ${stocks(first.stocks)} to ${second.stocks}.`
    default:
      return `${name} wins by stocks ${after}, ${first.stocks} to ${second.stocks}.`
  }
}

/** Who played whom on which port and what came of it. `names` by port. */
export function describeSummary({ players, frames, stage }: GameSummary, names: Pair<string>): string[] {
  const polls = frames - FIRST_FRAME
  const row = (port: 0 | 1) => {
    const { character, costume, stocks: left, percent, missed } = players[port]
    const dress = costume === 0 ? '' : `, costume ${costume}`
    return [names[port], `${port}`, characterName(character) + dress, `${left}`, `${percent}%`, `${missed} of ${polls}`]
  }
  return [
    ...columns([['', 'port', 'character', 'stocks', 'percent', 'pads missed'], row(0), row(1)]),
    '',
    `  on ${stageName(stage)}, ${duration(frames)} of play`,
  ]
}

/** What the author should know of pads that were missed; null where it is nothing to speak of. */
export function adviceOnPads({ players, frames }: GameSummary, port: 0 | 1, name: string): string | null {
  const share = players[port].missed / (frames - FIRST_FRAME)
  if (share <= MANY_MISSED) return null
  return (
    `${name} was played neutral for ${(100 * share).toFixed(share < 0.1 ? 1 : 0)}% of the frames, because no pad of its had come. ` +
    `Having seen frame F, it has ${Math.round(inputDelayFrames * frameMs)} ms to send the pad for frame F + ${1 + inputDelayFrames}.`
  )
}

interface Standing {
  wins: number
  losses: number
  draws: number
}

export function describeSeries(name: string, { wins, losses, draws }: Standing): string {
  const games = wins + losses + draws
  return `${name} won ${wins} of ${games} games, lost ${losses}${draws > 0 ? ` and drew ${draws}` : ''}.`
}
