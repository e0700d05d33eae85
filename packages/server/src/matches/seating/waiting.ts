/**
 * Why a bot waits, and for about how long: whom it may meet, from when on, and whether there is a seat. The words are here and nowhere
 * else. Pure: the clock is passed in, moments are unix milliseconds.
 */
import { MODES } from '@arena/protocol'
import type { BotWaiting } from '@arena/protocol'
import type { ActiveBot } from '../../bots/seating.ts'
import { beatOf } from './beat.ts'
import type { Lobby, Seats } from './lobby.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

export interface LobbyState {
  readonly lobby: Lobby
  readonly seats: Seats
  readonly restMs: number
  readonly tickMs: number
}

/** For an active bot that does not play. That another pair may be closer, and is seated first, is not counted. */
export function waitingOf(bot: ActiveBot, state: LobbyState, now: number): BotWaiting {
  const { lobby, seats, restMs, tickMs } = state
  const opponents = lobby.active.filter(({ ownerId }) => ownerId !== bot.ownerId)
  const idle = opponents.filter(({ isPlaying }) => !isPlaying).map((each) => lobby.freeFrom(each))
  const free = idle.filter((from) => from <= now).length
  const counts = { free, resting: idle.length - free, playing: opponents.length - idle.length }

  const ownFrom = lobby.freeFrom(bot)
  // When a match ends nobody knows; by this moment one that plays has played and rested.
  const playedBy = counts.playing === 0 ? Infinity : now + MODES.live.wallClockMs + restMs
  const from = Math.max(ownFrom, Math.min(playedBy, ...idle))
  const isKnown = seats.room > 0 && (from < playedBy || ownFrom >= playedBy)
  const nextMatchMs = isKnown ? tickFrom(from, now, tickMs) - now : null
  return { ...counts, nextMatchMs, says: says(counts, nextMatchMs, seats) }
}

/** The first tick that is still to come, from that moment on. */
function tickFrom(from: number, now: number, tickMs: number): number {
  const tick = beatOf(from, tickMs)
  return Math.max(tick < from ? tick + tickMs : tick, beatOf(now, tickMs) + tickMs)
}

type Counts = Pick<BotWaiting, 'free' | 'resting' | 'playing'>

function says({ free, resting, playing }: Counts, nextMatchMs: number | null, { room, running }: Seats): string {
  const groups = [
    { bots: free, one: 'is free', more: 'are free' },
    { bots: resting, one: 'rests', more: 'rest' },
    { bots: playing, one: 'plays', more: 'play' },
  ].filter(({ bots }) => bots > 0)
  if (groups.length === 0) return 'No bot of another account is here yet.'
  const others = groups.map(({ bots, one, more }, i) => {
    const noun = i > 0 ? '' : bots === 1 ? ' bot' : ' bots'
    return `${bots}${noun} ${bots === 1 ? one : more}`
  })
  return `${others.join(', ')}: ${saysWhen(nextMatchMs, room === 0, running)}.`
}

function saysWhen(nextMatchMs: number | null, isFull: boolean, running: number): string {
  if (isFull && running > 0) return 'every seat is taken until a match ends'
  if (isFull) return 'the arena begins no match at the moment'
  return nextMatchMs === null ? 'next match once one that plays has rested' : `next match in about ${span(nextMatchMs)}`
}

function span(ms: number): string {
  if (ms <= 2 * MINUTE_MS) return `${Math.ceil(ms / SECOND_MS)} s`
  return ms <= 2 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${Math.round(ms / HOUR_MS)} hours`
}
