/** Matches and replays in words, for people to read. Pure. */
import type { Ignored, MatchProgress, MatchResult, NoPick, Pair } from '@arena/host'
import { MODES, type GameSummary, type LikelyCause, type MatchPlayer } from '@arena/protocol'
import type { RaisedErrors, RaisedPlace } from './raised/raised-errors.ts'
import { harmless } from './terminal.ts'
import { characterName, DEBUG_LIMITS, FIRST_FRAME, stageName, type MissedRange } from '@arena/slp'

const FRAMES_PER_SECOND = 60
const { forfeitPolls, frameMs, inputDelayFrames, padWindow, pickMs } = MODES.live

/** Above this share of missed pads the author should hear of it. */
const MANY_MISSED = 0.01

/** `2:13`, of frames from 0 on. */
export function duration(frames: number): string {
  const seconds = Math.floor(Math.max(0, frames) / FRAMES_PER_SECOND)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Text from outside, without what could steer a terminal, on one line. */
export const plain = (text: string): string => harmless(text).trim()

/** Rows of cells as lines of columns, each as wide as its widest cell; two spaces before and between. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
}

export const stocks = (count: number): string => `${count} ${count === 1 ? 'stock' : 'stocks'}`

/** `1:02  ember 4 stocks 12%, you 3 stocks 80%`. */
export function describeProgress({ frame, players }: MatchProgress, names: Pair<string>): string {
  const standing = (port: 0 | 1) => `${names[port]} ${stocks(players[port].stocks)} ${players[port].percent}%`
  return `${duration(frame)}  ${standing(0)}, ${standing(1)}`
}

export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

/** Says what came in the place of a pick that was not made. */
export function describeDrawn(name: string, why: NoPick, character: number): string {
  return (
    `${name} plays ${characterName(character)}, drawn from the seed, because ${describeNoPick(why)}. The pick is answered ` +
    `by the text {"id": 0, "action": {"character": 0 to 25, "costume": 0 to 5}} within ${pickMs / 1000} s.`
  )
}

function describeNoPick(why: NoPick): string {
  switch (why.kind) {
    case 'late':
      return 'it sent no text in time'
    case 'dropped':
      return 'its socket closed before it had answered the pick'
    case 'binary':
      return `it sent no text in time, but a binary message of ${count(why.length, 'byte')}`
    case 'invalid':
      // Quoted as JSON: it may hold anything.
      return `it answered the pick with ${JSON.stringify(why.received)} (${why.mistake})`
  }
}

/** How a match ended, in a sentence. `names` by port. */
export function describeEnding(
  { cause, detail, summary, status }: MatchResult,
  names: Pair<string>,
  ids: Pair<string>,
) {
  if (cause === 'shutdown') return summary === null ? 'Broken off.' : `Broken off after ${duration(summary.frames)}.`
  // After its first line an engine's report is longer than is useful here.
  const why = ids.reduce((text, id, port) => text.replaceAll(id, names[port as 0 | 1]), detail.split('\n')[0]!)
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

/** How a recorded match ended, as `ember wins by stocks after 1:23, 3 to 0`; null where no game is known. The score is in the order of the players. */
export function describeOutcome<Player extends Pick<MatchPlayer, 'port' | 'score'>>(
  summary: GameSummary | null,
  players: readonly Player[],
  nameOf: (player: Player) => string,
): string | null {
  if (summary === null) return null
  const { winner, endReason, frames } = summary
  const who = players.find(({ port }) => port === winner)
  const result = who === undefined ? 'a draw' : `${nameOf(who)} wins`
  const score = players.map((player) => player.score ?? 0).join(' to ')
  return `${result} by ${endReason} after ${duration(frames)}, ${score}`
}

/** A rating as the leaderboard shows it, with a sign of minus. */
export const ratingText = (rating: number): string => rating.toFixed(1).replace('-', '−')

/** `+8.1`, of a rating; `-` where there is none. */
export function signed(delta: number | null): string {
  if (delta === null) return '-'
  return `${delta < 0 ? '' : '+'}${ratingText(delta)}`
}

/** The two bots with their ports, and the result. `names` by port. */
export function describeSummary({ players, frames, stage }: GameSummary, names: Pair<string>): string[] {
  const polls = frames - FIRST_FRAME
  const row = (port: 0 | 1) => {
    const { character, costume, stocks: left, percent, missed, lead } = players[port]
    const look = characterName(character) + (costume === 0 ? '' : `, costume ${costume}`)
    return [names[port], `${port}`, look, `${left}`, `${percent}%`, `${missed} of ${polls}`, `${lead ?? '-'}`]
  }
  return [
    ...columns([['', 'port', 'character', 'stocks', 'percent', 'pads missed', 'lead'], row(0), row(1)]),
    '',
    `  on ${stageName(stage)}, ${duration(frames)} of play`,
  ]
}

const missedShare = ({ players, frames }: GameSummary, port: 0 | 1): number =>
  players[port].missed / (frames - FIRST_FRAME)

export const hasMissedMany = (summary: GameSummary, port: 0 | 1): boolean => missedShare(summary, port) > MANY_MISSED

/** What the author should know of pads that were missed; empty where it is nothing to speak of. */
export function adviceOnPads(summary: GameSummary, port: 0 | 1, name: string): string[] {
  if (!hasMissedMany(summary, port)) return []
  const share = missedShare(summary, port)
  return [
    `${name} was played neutral for ${(100 * share).toFixed(share < 0.1 ? 1 : 0)}% of the frames, because no pad of its had come. ` +
      `Having seen frame F, it has ${Math.round(inputDelayFrames * frameMs)} ms to send the pad for frame F + ${1 + inputDelayFrames}.`,
  ]
}

/** Why pads were likely missed, and what to do. */
export function describeCauses(causes: readonly LikelyCause[], name: string): string[] {
  return causes.map(({ says, advice }) => `${name}: ${says} ${advice}`)
}

const MOST_RANGES = 5

/** The stretches of missed pads, the longest first; empty where none were missed. */
export function describeMissedPads(ranges: readonly MissedRange[], name: string): string[] {
  if (ranges.length === 0) return []
  const longest = ranges.toSorted((a, b) => b.count - a.count).slice(0, MOST_RANGES)
  const places = longest.map(({ frame, count: n, isLate }) => {
    const frames = n === 1 ? `frame ${frame}` : `frames ${frame} to ${frame + n - 1}`
    return `${duration(frame)} (${frames}, ${isLate ? 'came too late' : 'never came'})`
  })
  const rest = ranges.length - longest.length
  const more = rest > 0 ? `, and ${rest} shorter ${rest === 1 ? 'stretch' : 'stretches'}` : ''
  return [`Pads that ${name} missed: ${places.join(', ')}${more}.`]
}

/** What a bot sent without effect, a sentence for each kind. */
export function describeIgnored(
  { malformed, lastLength, late, tooFar, texts }: Ignored,
  name: string,
  isTooLate: boolean,
): string[] {
  const said: string[] = []
  if (malformed > 0) {
    const last = malformed === 1 ? `it has ${lastLength}` : `the last one has ${lastLength}`
    said.push(
      `${name} sent ${count(malformed, 'binary message')} that ${malformed === 1 ? 'is' : 'are'} not 12 bytes (${last}). ` +
        'A pad is exactly 12 bytes; anything else is ignored.',
    )
  }
  if (texts > 0) {
    said.push(
      `${name} sent ${count(texts, 'text message')} after its answer to the pick. Text is ignored then: pads are binary messages.`,
    )
  }
  if (tooFar > 0) {
    said.push(
      `${name} sent ${count(tooFar, 'pad')} for a frame more than ${padWindow} past the last poll, which ${tooFar === 1 ? 'is' : 'are'} ignored. ` +
        'The frame is a 32-bit integer in little-endian order.',
    )
  }
  // A bot that sends early and corrects is late with some of its pads all the time.
  if (late > 0 && isTooLate) said.push(`${name} sent ${count(late, 'pad')} for a frame that had been polled.`)
  return said
}

/** What bots drew too much of, by port, a sentence for each. */
export function describeLeft(left: Pair<number>, names: Pair<string>): string[] {
  const { marksPerFrame, marks } = DEBUG_LIMITS
  return ([0, 1] as const).flatMap((port) =>
    left[port] === 0
      ? []
      : [
          `${count(left[port], 'mark')} of ${names[port]} ${left[port] === 1 ? 'was' : 'were'} left out: a bot draws at most ` +
            `${marksPerFrame} on a frame, and both together ${marks} in a match.`,
        ],
  )
}

const numberText = (n: number): string => n.toLocaleString('en')
export const times = (n: number): string => (n === 1 ? 'once' : `${numberText(n)} times`)

/** `TypeError: boom (bot.js:12:5)` */
export const errorText = ({ error, place }: Pick<RaisedPlace, 'error' | 'place'>): string =>
  place === null ? error : `${error} (${place})`

/** What a bot has raised in a match, or in its life; empty where that is nothing. */
export function describeRaised(errors: RaisedErrors, name: string): string[] {
  const [most, ...others] = errors.places
  if (most === undefined) return []
  const first = most.frame === null ? 'before the first frame' : `first on frame ${most.frame}`
  const what =
    others.length === 0
      ? `${name} raised ${errorText(most)} ${times(most.times)}, ${first}.`
      : `${name} raised ${numberText(errors.times)} errors at ${others.length + 1} places; ${times(most.times)} ${errorText(most)}, ${first}.`
  const isRepeated = errors.places.some(({ method }) => method === 'frame')
  return [what, ...(isRepeated ? ['A frame that raises repeats the answer before it, and is no missed pad.'] : [])]
}

interface Standing {
  wins: number
  losses: number
  draws: number
}

export function describeSeries(name: string, { wins, losses, draws }: Standing): string {
  const games = wins + losses + draws
  return `${name} won ${wins} of ${count(games, 'game')}, lost ${losses}${draws > 0 ? ` and drew ${draws}` : ''}.`
}
