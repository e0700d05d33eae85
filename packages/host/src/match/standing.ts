/** Where a game stood when its recording broke off, for the record of a match whose processes are all gone. */
import { GameSummary } from '@arena/protocol'
import { readReplay, SlpError, type Replay } from '@arena/slp'

const PLAYERS = 2

/** Null when the recording is damaged, or not of a match of ours. */
export function standingOf(file: Uint8Array): GameSummary | null {
  try {
    return summaryOf(readReplay(file))
  } catch (error) {
    if (error instanceof SlpError) return null
    throw error
  }
}

function summaryOf({ gameStart, events }: Replay): GameSummary | null {
  const players = gameStart.players.slice(0, PLAYERS).map(({ characterId, costumeIndex, startStocks }) => ({
    character: characterId,
    costume: costumeIndex,
    stocks: startStocks,
    percent: 0,
    missed: 0,
  }))
  let lastFrame = -1
  for (const event of events) {
    if (event.name === 'frameBookend') lastFrame = event.record.frame
    if (event.name !== 'postFrame' || event.record.isFollower !== 0) continue
    const player = players[event.record.playerIndex]
    if (player === undefined) continue
    player.stocks = event.record.stocksRemaining
    player.percent = Math.floor(event.record.percent)
  }
  const summary = GameSummary.safeParse({
    stage: gameStart.stageId,
    players,
    frames: Math.max(0, lastFrame + 1),
    endReason: 'engine',
    winner: null,
  })
  return summary.success ? summary.data : null
}
