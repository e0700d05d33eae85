/** What the files of a match show of its result note: the game is played again, and compared with what was signed. */
import { createHash } from 'node:crypto'
import type { Match } from '@arena/protocol'
import type { ResultNote } from '@arena/protocol/public-log'
import { MOST_REPLAY_BYTES } from '@arena/slp'
import { checkMatch, firstDifference } from './checks.ts'
import type { PublicFiles } from './public-files.ts'

export interface Seen {
  /** `open`: it could not be checked. `no-game`: there is nothing to play again. */
  readonly kind: 'equal' | 'fault' | 'open' | 'no-game'
  readonly text: string
}

const STOCKS_OF_A_FORFEIT = [0, 4]

export async function checkNote(note: ResultNote, files: PublicFiles, signal: AbortSignal): Promise<Seen> {
  const { matchId, seed } = note
  if (note.replay === null) return withoutReplay(note)
  const replay = await files.read(`matches/${matchId}/replay.slp`, MOST_REPLAY_BYTES)
  if (replay === null) return { kind: 'open', text: 'The replay is not there.' }
  if (createHash('sha256').update(replay).digest('hex') !== note.replay.sha256) {
    return { kind: 'fault', text: 'The replay was edited: its SHA-256 is another than the result note has.' }
  }
  const evidence = { replay, record: recordOf(note), seed: Buffer.from(seed, 'hex') }
  // A note holds no names.
  const checks = (await checkMatch(evidence, () => signal.throwIfAborted())).filter(({ name }) => name !== 'names')
  const different = firstDifference(checks)
  if (different !== null) return { kind: 'fault', text: different.text }
  const open = checks.find(({ state }) => state === 'open')
  return open ? { kind: 'open', text: open.text } : { kind: 'equal', text: 'Played again, the bytes are equal.' }
}

/** A match that has a result and no replay is one that a bot never came to. */
function withoutReplay({ end, result, stage, engine, ports }: ResultNote): Seen {
  const isPlayed = stage !== null || engine !== null || ports.some(({ pads }) => pads !== null)
  if (end.status === 'completed') {
    const isForfeit = end.reason === 'forfeit' && result?.frames === 0
    const isScored = result?.stocks.toSorted().every((stocks, i) => stocks === STOCKS_OF_A_FORFEIT[i])
    if (isPlayed || !isForfeit || isScored !== true) {
      const text = 'The result has no replay, as where a bot never came, and yet the note tells of a game.'
      return { kind: 'fault', text }
    }
  }
  // An aborted game may lack its replay because that is what failed.
  return isPlayed
    ? { kind: 'open', text: 'The match was aborted, and no replay was written.' }
    : { kind: 'no-game', text: 'No game was played.' }
}

/** The record of a match as far as its note has it. */
function recordOf({
  matchId,
  startedAt,
  endedAt,
  stage,
  ports,
  replay,
  end,
  result,
  ratings,
  seed,
}: ResultNote): Match {
  const isCompleted = end.status === 'completed'
  const players = ([0, 1] as const).map((port) => {
    const { botId, character, costume } = ports[port]
    const { placement = null, score = null } =
      result === null ? {} : { placement: result.placement[port], score: result.score[port] }
    const { before, after } = ratings[port]
    const ratingDelta = after === null ? null : after.mu - 3 * after.sigma - (before.mu - 3 * before.sigma)
    return { port, botId, botName: '', character, costume, placement, score, ratingDelta }
  })
  const summary =
    result === null || !isCompleted
      ? null
      : {
          stage,
          winner: result.winner,
          frames: result.frames,
          endReason: end.reason,
          players: ([0, 1] as const).map((port) => ({
            character: ports[port].character,
            costume: ports[port].costume,
            stocks: result.stocks[port],
            percent: result.percent[port],
            missed: 0,
          })),
        }
  return {
    id: matchId,
    mode: 'live',
    status: end.status,
    stage,
    players,
    summary,
    replayBytes: replay?.bytes ?? null,
    startedAt,
    endedAt,
    seed,
  } as Match
}
