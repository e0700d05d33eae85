/** What an arena that was killed left behind, as its next start finds it. */
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadFighters } from '@arena/engine'
import { RAW_OFFSET } from '@arena/slp'
import { beforeAll, expect, test } from 'vitest'
import { recoverMatches } from '../src/replays/recovery.ts'
import { startService } from './http-service.ts'
import { FRAMES_OF_PLAY, leaveReplay } from './left-replay.ts'
import { endMatch, seatMatch } from './stored-match.ts'

beforeAll(() => loadFighters([2, 20]))

test('matches that were running are aborted with their replays, whatever became of the others', async () => {
  await using service = await startService()
  const { context } = service
  const { replayDir, matches } = context
  await mkdir(replayDir)
  let startedAt = Date.UTC(2026, 0, 1)
  const seat = async () => (await seatMatch(context, { startedAt: (startedAt += 5_000) })).matchId

  const running = await seat()
  leaveReplay(replayDir, running)
  // Another arena took this one for dead and ended its match.
  const ended = await seat()
  leaveReplay(replayDir, ended)
  await endMatch(context, ended, { status: 'aborted', cause: 'host-lost', summary: null, replayBytes: null })
  const damaged = await seat()
  leaveReplay(replayDir, damaged)
  const part = join(replayDir, `${damaged}.slp.part`)
  const bytes = await readFile(part)
  // Event Payloads announce, as their first event, a Game Start that is too short to be one.
  await writeFile(part, bytes.fill(0, RAW_OFFSET + 3, RAW_OFFSET + 5))

  // Finished by name, and nothing of a game.
  const empty = await seat()
  await writeFile(join(replayDir, `${empty}.slp`), '')

  expect((await recoverMatches(context, startedAt)).toSorted()).toEqual([running, ended].toSorted())

  const { length } = await readFile(join(replayDir, `${running}.slp`))
  expect(await matches.find(running)).toMatchObject({
    status: 'aborted',
    replayBytes: length,
    summary: { endReason: 'engine', frames: FRAMES_OF_PLAY },
  })
  // Its Game Start had not come to the record before its end, and is in the replay.
  expect(await matches.find(ended)).toMatchObject({
    status: 'aborted',
    replayBytes: length,
    summary: null,
    stage: 31,
    players: [
      { character: 2, costume: 0 },
      { character: 20, costume: 1 },
    ],
  })
  // The scheduler aborts them, without a replay.
  for (const id of [damaged, empty]) expect(await matches.find(id)).toMatchObject({ status: 'running' })
  expect((await readdir(replayDir)).toSorted()).toEqual(
    [`${running}.slp`, `${ended}.slp`, `${damaged}.slp.lost`].toSorted(),
  )
  expect(service.logged()).toContain('it is kept for the next start')

  // A host finished this one after its arena had died, and another arena ended the match meanwhile.
  const finished = await seat()
  await copyFile(join(replayDir, `${running}.slp`), join(replayDir, `${finished}.slp`))
  await endMatch(context, finished, { status: 'aborted', cause: 'host-lost', summary: null, replayBytes: null })
  expect(await recoverMatches(context, startedAt)).toEqual([finished])
  expect(await matches.find(finished)).toMatchObject({ status: 'aborted', replayBytes: length })

  // Starting once more changes nothing.
  expect(await recoverMatches(context, startedAt)).toEqual([])
})

test('Missed-game rule 2: only an answered match resets the count of misses, and of a match that was left running it is not known', async () => {
  await using service = await startService()
  const { context } = service
  await mkdir(context.replayDir)
  const { matchId } = await seatMatch(context)
  leaveReplay(context.replayDir, matchId)
  const streak = { misses: 9, missing_since: new Date(Date.UTC(2026, 0, 1)) }
  await context.db.updateTable('bots').set(streak).execute()
  expect(await recoverMatches(context, Date.UTC(2026, 0, 2))).toEqual([matchId])
  const bots = await context.db.selectFrom('bots').select(['misses', 'missing_since']).execute()
  expect(bots).toEqual([streak, streak])
})
