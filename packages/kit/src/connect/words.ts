/** What `connect` says of bots on the ladder. Pure. */
import {
  STOCKS,
  type Bot,
  type LiveMatch,
  type Match,
  type MatchPlayer,
  type Receipt,
  type Rehearsal,
} from '@arena/protocol'
import { FIRST_FRAME, stageName } from '@arena/slp'
import { describeOutcome, duration, ratingText, signed, stocks } from '../words.ts'

/** The bot's place first. */
export function sidesOf<Player extends { readonly botId: string }>(
  players: readonly [Player, Player],
  botId: string,
): readonly [own: Player, other: Player] {
  return players[0].botId === botId ? players : [players[1], players[0]]
}

/** `my-bot against ember on Battlefield`. */
export function describeBegin({ players, stage }: Pick<Match, 'stage'> & Players, botId: string): string {
  const [own, other] = sidesOf(players, botId)
  return `${own.botName} against ${other.botName}${stage === null ? '' : ` on ${stageName(stage)}`}`
}

interface Players {
  readonly players: readonly [Named, Named]
}
interface Named {
  readonly botId: string
  readonly botName: string
}

/** How a match went for the bot. `rating`: after it; null where it has none. */
export function describeEnd(
  match: Match,
  botId: string,
  { rating, receipt }: { readonly rating: number | null; readonly receipt: Receipt | null },
): string {
  const sides = sidesOf<MatchPlayer>(match.players, botId)
  const names = `${sides[0].botName} against ${sides[1].botName}`
  const outcome = describeOutcome(match.summary, sides, ({ botName }) => botName)
  if (match.status === 'aborted' || outcome === null) {
    return `${names} was broken off and does not count. ${match.abortReason ?? ''}`.trimEnd()
  }
  const now = rating === null ? '' : `, now ${ratingText(rating)}`
  return `${names}: ${outcome}; rating ${signed(sides[0].ratingDelta)}${now}; ${describePads(match, sides[0].port, receipt)}`
}

/** How a rehearsal went for the bot. */
export function describeRehearsed(
  { status, summary, port, opponent, detail, receipt }: Rehearsal,
  name: string,
): string {
  const names = `${name} against ${opponent?.name ?? 'a house bot'}`
  if (status === 'aborted' || summary === null || port === null)
    return `${names} was broken off. ${detail ?? ''}`.trimEnd()
  const { winner, endReason } = summary
  const sides = ([port, port === 0 ? 1 : 0] as const).map((side) => ({
    port: side,
    botName: side === port ? name : (opponent?.name ?? ''),
    score: endReason === 'forfeit' ? (winner === side ? STOCKS : 0) : summary.players[side].stocks,
  }))
  const outcome = describeOutcome(summary, sides, ({ botName }) => botName)
  return `${names}: ${outcome}, unrated; ${describePads({ summary }, port, receipt)}`
}

function describePads({ summary }: Pick<Match, 'summary'>, port: 0 | 1, receipt: Receipt | null): string {
  const polled = receipt?.pads.polled ?? (summary === null ? 0 : summary.frames - FIRST_FRAME)
  const missed = receipt?.pads.missed ?? summary?.players[port].missed ?? 0
  if (polled <= 0) return 'no game was played'
  const number = (n: number): string => n.toLocaleString('en')
  return missed === 0
    ? `all ${number(polled)} pads landed`
    : `${number(polled - missed)} of ${number(polled)} pads landed, ${number(missed)} missed`
}

/** What the way to the arena took in a match; null where nothing is known. `roundTripMs`: from here to the arena. */
export function describeWay(
  { summary }: Pick<Match, 'summary'>,
  port: 0 | 1,
  roundTripMs: number | null,
  receipt: Receipt | null,
): string | null {
  const lead = summary?.players[port].lead ?? null
  const slack = receipt?.arrivals.slackMs?.p50 ?? null
  const whole = receipt?.link.roundTripMs?.p50 ?? null
  const trips = [
    ...(roundTripMs === null ? [] : [`${milliseconds(roundTripMs)} from here to the arena`]),
    ...(whole === null ? [] : [`${milliseconds(whole)} from the arena to the bot`]),
  ]
  const parts = [
    ...(lead === null ? [] : [`lead ${lead} ${lead === 1 ? 'frame' : 'frames'}`]),
    ...(slack === null ? [] : [`pads ${milliseconds(Math.abs(slack))} ${slack < 0 ? 'after' : 'before'} their poll`]),
    ...(trips.length === 0 ? [] : [`round trip ${trips.join(', ')}`]),
    ...(receipt?.version ? [`version ${receipt.version}`] : []),
  ]
  return parts.length === 0 ? null : parts.join('; ')
}

const milliseconds = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`

/** How a running match stands: `0:32  my-bot 4 stocks 12%, ember 3 stocks 80%`. */
export function describeRunning({ frame, players, stage }: LiveMatch, botId: string): string {
  const sides = sidesOf(players, botId)
  if (stage === null) return `${sides[0].botName} and ${sides[1].botName} pick`
  return `${duration(frame)}  ${sides.map((side) => `${side.botName} ${stocks(side.stocks)} ${side.percent}%`).join(', ')}`
}

/** Said of a bot at a URL of this machine, before it is registered or found again. */
export function describeAbsent(name: string, url: string): string {
  return `${name}: nothing listens at ${url} yet. It is registered, or found again, once it does.`
}

/** What a bot waits for, and about how long; or why it is not seated. */
export function describeWait({ name, standing, status }: Bot): string {
  if (standing === undefined) return `${name}: ${status}`
  const { state, says, label, waiting } = standing
  // The states that are news, before what it waits for.
  const why = state === 'missing' || state === 'check-failed' || waiting === null ? `${label}. ${says} ` : ''
  return `${name}: ${why}${waiting?.says ?? ''}`.trimEnd()
}
