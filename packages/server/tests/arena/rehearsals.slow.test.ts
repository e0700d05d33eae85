/** Rehearsals that a whole arena plays. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Rehearsal } from '@arena/protocol'
import { readReplay } from '@arena/slp'
import { expect, test } from 'vitest'
import { createTestArena } from './kit.ts'
import type { Player, TestArena } from './kit.ts'
import { WALKS_OFF } from './spec-bot.ts'

const ask = async (arena: TestArena, { key, record }: Player, method = 'GET', path = '') =>
  fetch(`${arena.url}/bots/${record.id}/rehearsal${path}`, { method, headers: { authorization: `Bearer ${key}` } })

async function rehearsalOf(arena: TestArena, player: Player, method = 'GET'): Promise<Rehearsal> {
  const answer = await ask(arena, player, method)
  expect(answer.status).toBe(200)
  return Rehearsal.parse(await answer.json())
}

async function ended(arena: TestArena, player: Player): Promise<Rehearsal> {
  const { id } = await rehearsalOf(arena, player)
  await arena.log.line((line) => line.msg === 'rehearsal ended' && line['rehearsal'] === id)
  return rehearsalOf(arena, player)
}

test('a paused bot plays a whole game against a house bot; nothing of it is in matches, ratings or the folder of replays', async () => {
  await using arena = await createTestArena({ env: { NODE_ENV: 'test' } })
  const player = await arena.player(WALKS_OFF)
  await arena.setStatus(player, 'paused')
  const asked = await rehearsalOf(arena, player, 'POST')
  expect(asked).toMatchObject({ status: 'waiting', ahead: 0, port: null, opponent: null, summary: null })
  const rehearsal = await ended(arena, player)
  expect(rehearsal).toMatchObject({ id: asked.id, status: 'completed', detail: null })
  const { summary, port, stage, replayBytes } = rehearsal
  expect(summary).toMatchObject({ stage, endReason: 'stocks', winner: port === 0 ? 1 : 0 })
  // The bot sees a match like any other.
  const [seat] = player.bot.seats.filter(({ texts }) => texts.length > 0)
  expect(seat!.matchId).toBe(rehearsal.matchId)
  expect(seat!.request).toMatchObject({ matchId: rehearsal.matchId, port, opponent: rehearsal.opponent })

  const replay = await ask(arena, player, 'GET', '/replay.slp')
  const bytes = new Uint8Array(await replay.arrayBuffer())
  expect(bytes.length).toBe(replayBytes)
  expect(readReplay(bytes)).toMatchObject({ isComplete: true })
  expect(await readdir(join(arena.dataDir, 'replays'))).toEqual([])
  expect(await arena.get('/matches')).toEqual({ matches: [] })
  expect(await arena.leaderboardRow(player)).toBeUndefined()
  expect(arena.log.lines.filter(({ level }) => Number(level) >= 40)).toEqual([])
}, 60_000)
