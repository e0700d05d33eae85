/** What `read_replays.py` does, with @slippi/slippi-js: `tsx read-replays.ts FOLDER`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { SlippiGame } from '@slippi/slippi-js/node'
import type { ReplayRecord } from './play-replays.ts'

const FIRST_FRAME = -123
/** Methods of Game End; a forfeit is a game that a player broke off. */
const METHODS: Readonly<Record<string, number>> = { time: 1, stocks: 2, forfeit: 7 }

function expected({ summary, placements }: ReplayRecord): object {
  return {
    stage: summary.stage,
    characters: summary.players.map(({ character }) => character),
    costumes: summary.players.map(({ costume }) => costume),
    frames: summary.frames - FIRST_FRAME,
    lastFrames: [summary.frames - 1, summary.frames - 1],
    stocks: summary.players.map(({ stocks }) => stocks),
    percent: summary.players.map(({ percent }) => percent),
    end: METHODS[summary.endReason],
    // Replays count places from 0.
    placements: placements.map((placement) => placement - 1),
  }
}

function found(path: string): object {
  const game = new SlippiGame(path)
  const { stageId, players } = game.getSettings()!
  const last = game.getLatestFrame()!
  const posts = [0, 1].map((port) => last.players[port]!.post)
  const { gameEndMethod, placements } = game.getGameEnd()!
  return {
    stage: stageId,
    characters: players.map(({ characterId }) => characterId),
    costumes: players.map(({ characterColor }) => characterColor),
    frames: Object.keys(game.getFrames()).length,
    lastFrames: [last.frame, game.getMetadata()?.lastFrame],
    stocks: posts.map(({ stocksRemaining }) => stocksRemaining),
    percent: posts.map(({ percent }) => Math.floor(percent!)),
    end: gameEndMethod,
    placements: [0, 1].map((port) => placements.find(({ playerIndex }) => playerIndex === port)?.position),
  }
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the folder to read.')
const records = JSON.parse(readFileSync(join(folder, 'records.json'), 'utf8')) as ReplayRecord[]
let good = 0
for (const record of records) {
  const [is, should] = [found(join(folder, `${record.id}.slp`)), expected(record)]
  if (isDeepStrictEqual(is, should)) good++
  else console.log(`${record.id}: ${JSON.stringify(is)}, in the record ${JSON.stringify(should)}`)
}
console.log(`${good} of ${records.length} replays read as their records`)
if (good < records.length) process.exitCode = 1
