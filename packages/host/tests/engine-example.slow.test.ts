/** docs/engine-protocol.md: the engine in another language plays a match as documented. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readReplay } from '@arena/slp'
import { expect, test } from 'vitest'
import { STEP_MS } from '../src/engine/engine-process.ts'
import { ANSWER, REQUEST } from '../src/engine/engine-protocol.ts'
import { Table } from './play-kit.ts'

const docs = (path: string) => fileURLToPath(new URL(`../../../docs/${path}`, import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('Skipped: there is no python3 to run docs/examples/engine.py with')

test.runIf(hasPython)('the example engine plays a match to its last stock', async () => {
  await using table = await Table.open({ engine: ['python3', docs('examples/engine.py')] })
  // Off the stage, and to its middle again after each stock.
  const bots = [await table.bot({ input: () => ({ stickX: 0 }) }), await table.bot()] as const
  const result = await table.play(bots)
  expect(result).toMatchObject({
    status: 'completed',
    cause: 'stocks',
    summary: {
      endReason: 'stocks',
      winner: 1,
      players: [
        { stocks: 0, missed: 0 },
        { stocks: 4, missed: 0 },
      ],
    },
  })
  expect(bots[0].stream.equals(await table.raw(result.matchId))).toBe(true)
  const { gameStart, gameEnd } = readReplay(await table.replay(result.matchId))
  expect(gameStart.players.slice(0, 2)).toMatchObject([{ startStocks: 4 }, { startStocks: 4 }])
  expect(gameEnd).toMatchObject({ gameEndMethod: 2, placements: [1, 0, -1, -1] })
})

test.runIf(hasPython)('the example engine ends a forfeited game', async () => {
  await using table = await Table.open({ engine: ['python3', docs('examples/engine.py')] })
  const result = await table.play([await table.bot(), await table.bot({ input: null })])
  expect(result).toMatchObject({ cause: 'forfeit', summary: { winner: 0 } })
  expect(readReplay(await table.replay(result.matchId)).gameEnd).toMatchObject({
    gameEndMethod: 7,
    lrasInitiatorIndex: 1,
  })
})

test('the document names every message type and the time limit as they are in code', () => {
  const text = readFileSync(docs('engine-protocol.md'), 'utf8').replace(/\s+/g, ' ')
  for (const [name, code] of Object.entries({ ...REQUEST, ...ANSWER })) {
    expect(text).toContain(`| 0x${code.toString(16).toUpperCase().padStart(2, '0')} | ${name} |`)
  }
  expect(text).toContain(`silent for ${STEP_MS / 1000} seconds`)
})
