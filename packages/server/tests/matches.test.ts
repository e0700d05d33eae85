/** Matches, their replays and the leaderboard over a real socket: what each answers, with every status. */
import { once } from 'node:events'
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { Match, MatchList } from '@arena/protocol'
import { describe, expect, test } from 'vitest'
import type { MatchResult } from '../../host/src/order.ts'
import { expectOk, expectProblem } from './answers.ts'
import { sharedBot, sharedService } from './begun-once.ts'
import { endMatch, seatMatch } from './stored-match.ts'

const service = sharedService()
const bot = sharedBot()

let ticks = 0

/** Each match starts one tick after the one before. */
const seat = () => seatMatch(service.context, { url: bot.url, startedAt: Date.UTC(2026, 0, 1) + ticks++ * 5000 })

async function playMatch(result: Partial<MatchResult> = {}): Promise<string> {
  const { matchId } = await seat()
  await endMatch(service.context, matchId, result, Date.UTC(2026, 0, 2))
  return matchId
}

describe('GET /matches and /matches/{id}', () => {
  test('no list and no record shows where a bot lives', async () => {
    const id = await playMatch()
    const bodies = await Promise.all([
      service.fetch('/matches').then((response) => response.text()),
      service.fetch(`/matches/${id}`).then((response) => response.text()),
      service.fetch('/live').then((response) => response.text()),
      service.fetch('/leaderboard').then((response) => response.text()),
    ])
    for (const body of bodies) expect(body).not.toContain(new URL(bot.url).host)
  })

  test('GET /matches rules 1, 2: newest first, and the last id of a page is passed to get the next page', async () => {
    const ids = [await playMatch(), await playMatch(), await playMatch()]
    const first = await expectOk(await service.fetch('/matches?limit=2'), MatchList)
    expect(first.matches.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect(first.matches[0]).not.toHaveProperty('seed')
    const next = await expectOk(await service.fetch(`/matches?mode=live&limit=1&before=${ids[1]}`), MatchList)
    expect(next.matches.map(({ id }) => id)).toEqual([ids[0]])
  })
})

describe('GET /matches/{id}/replay.slp rules', () => {
  const BYTES = Buffer.from('{U\x03raw[$U#l and the rest of a replay')

  async function playMatchWithReplay(): Promise<string> {
    const id = await playMatch({ replayBytes: BYTES.length })
    await mkdir(service.context.replayDir, { recursive: true })
    await writeFile(join(service.context.replayDir, `${id}.slp`), BYTES)
    return id
  }

  test('1: the `.slp` file as an attachment with filename `<id>.slp`, once the match completes', async () => {
    const id = await playMatchWithReplay()
    const response = await service.fetch(`/matches/${id}/replay.slp`, { headers: { 'accept-encoding': 'identity' } })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES)
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${id}.slp"`)
    expect(response.headers.get('content-length')).toBe(String(BYTES.length))
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  test('a client that asks for a replay and stops reading does not hold it open', async () => {
    const id = await playMatchWithReplay()
    // More than the buffers between the two take.
    await truncate(join(service.context.replayDir, `${id}.slp`), 64 * 1024 * 1024)
    const { server } = service.app
    expect(server.timeout).toBe(60_000)
    server.timeout = 100
    const connected = once(server, 'connection') as Promise<[Socket]>
    const client = connect(Number(new URL(service.url).port), '127.0.0.1')
    client.on('error', () => {})
    try {
      client.write(`GET /matches/${id}/replay.slp HTTP/1.1\r\nhost: arena\r\n\r\n`)
      const [ours] = await connected
      await once(ours, 'close')
      expect(ours.bytesWritten).toBeGreaterThan(0)
    } finally {
      server.timeout = 60_000
      client.destroy()
    }
  })

  test('2: 404 while the match runs', async () => {
    const { matchId } = await seat()
    const problem = await expectProblem(await service.fetch(`/matches/${matchId}/replay.slp`), 'replay-not-available')
    expect(problem.detail).toBe('The match is still running.')
  })

  test('2: 404 when no game was played (a forfeit before the first frame)', async () => {
    const id = await playMatch({ cause: 'absent', played: false, replayBytes: null })
    const problem = await expectProblem(await service.fetch(`/matches/${id}/replay.slp`), 'replay-not-available')
    expect(problem.detail).toBe('No game was played.')
  })

  test('404 after retention: the match record stays, and `replayBytes` becomes null', async () => {
    const id = await playMatchWithReplay()
    await service.context.localReplays.remove(id)
    await service.context.replayRecords.forgetReplay(id)
    const problem = await expectProblem(await service.fetch(`/matches/${id}/replay.slp`), 'replay-not-available')
    expect(problem.detail).toBe('The replay was deleted after its retention.')
    expect(await expectOk(await service.fetch(`/matches/${id}`), Match)).toMatchObject({ replayBytes: null })
  })

  test('404 where the file is missing though the record knows of one', async () => {
    const id = await playMatchWithReplay()
    await rm(join(service.context.replayDir, `${id}.slp`))
    await expectProblem(await service.fetch(`/matches/${id}/replay.slp`), 'replay-not-available')
  })

  test('503 where the disk cannot read it: it is asked for again', async () => {
    const id = await playMatchWithReplay()
    const file = join(service.context.replayDir, `${id}.slp`)
    await rm(file)
    // Every read of it fails.
    await symlink(file, file)
    const response = await service.fetch(`/matches/${id}/replay.slp`)
    expect(response.headers.get('retry-after')).toBe('10')
    await expectProblem(response, 'replay-storage-unavailable')
    await rm(file)
  })

  test.each(['match_01k9y40r6yes3v1c5hzq8p2n7t', '..%2f..%2fplatform-key'])('404 for the unknown %s', async (id) => {
    await expectProblem(await service.fetch(`/matches/${id}/replay.slp`), 'not-found')
  })
})
