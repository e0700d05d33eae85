/** What is kept of a game that the engine broke: enough to break it again, beside an aborted match. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveBot, stick, type BotServer, type Play } from '@arena/sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepFault, lastStep, MOST_FAULTS, type EngineFault } from '../src/engine/engine-fault.ts'
import { createStep } from '../src/engine/engine-protocol.ts'
import type { EngineCommand } from '../src/engine/engine-process.ts'
import { stillEngine, Table } from './play-kit.ts'
import { ENGINE, ENGINE_FAULT, STUCK_DIVE } from '../../../scripts/tests/programs.ts'

const B = 0x200
const BROKEN_ENGINE: EngineCommand = [process.execPath, '--import', STUCK_DIVE, ENGINE]

/** Walks up to its opponent and dives into it. */
const diver = (): Play => ({
  pick: () => ({ character: 0, costume: 1 }),
  frame: ({ frame, me, opponent }) => {
    const away = opponent.x - me.x
    if (Math.abs(away) > 9) return stick(Math.sign(away))
    return frame % 10 === 0 ? { ...stick(0, 1), buttons: B } : {}
  },
})

const still = (): Play => ({ pick: () => ({ character: 2, costume: 0 }), frame: () => ({}) })

interface Run {
  readonly status: number
  readonly out: string
}

function playAgain(path: string, ...options: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...options, ENGINE_FAULT, path], (error, out) => {
      resolve({ status: error ? Number(error.code) : 0, out })
    })
  })
}

let folder: string
const servers: BotServer[] = []

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'arena-faults-')), 'engine-faults')
})

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
  await rm(join(folder, '..'), { recursive: true })
})

async function serve(play: () => Play): Promise<string> {
  const server = await serveBot({ port: 0, play })
  servers.push(server)
  return `http://127.0.0.1:${server.port}`
}

test('a broken invariant aborts the match, unrated, and keeps what reproduces it', async () => {
  await using table = await Table.open({ engine: BROKEN_ENGINE, faultDir: folder })
  const urls = [await serve(still), await serve(diver)] as const
  // Ids as an arena has them: these bots read their pick requests closely.
  const seated = (port: 0 | 1) => ({
    botId: `bot_${String(port).padStart(26, '0')}`,
    name: `Bot ${port}`,
    url: urls[port],
  })
  const matchId = table.seat(urls, { stage: 32, bots: [seated(0), seated(1)] })
  const result = await table.result(matchId)
  const path = join(folder, `${matchId}.json`)
  expect(result).toMatchObject({
    status: 'aborted',
    cause: 'engine-failed',
    detail: expect.stringContaining("port 0's fighter (1) has been held for 151 frames"),
    summary: { endReason: 'engine', winner: null, players: [{ character: 2 }, { character: 0, costume: 1 }] },
    played: true,
    fault: path,
  })

  const fault = JSON.parse(await readFile(path, 'utf8')) as EngineFault
  expect(fault).toEqual({
    matchId,
    detail: result.detail,
    seed: '5f'.repeat(32),
    stage: 32,
    players: [
      { character: 2, costume: 0, name: 'Bot 0' },
      { character: 0, costume: 1, name: 'Bot 1' },
    ],
    frame: result.summary!.frames,
    pads: [expect.objectContaining({ stickX: 128 }), expect.objectContaining({ stickX: 128 })],
  })
  // The detail names the state of each port's fighter.
  expect(fault.detail).toMatch(/port 1's fighter \(2\): \{"action":355,/)
  expect(await readFile(join(folder, `${matchId}.slp`))).toEqual(await table.replay(matchId))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)

  const [broken, sound] = await Promise.all([playAgain(path, '--import', STUCK_DIVE), playAgain(path)])
  expect(broken.status).toBe(1)
  expect(broken.out).toContain(
    `This engine breaks on frame ${fault.frame}:\nBroken invariant on frame ${fault.frame}: port 0`,
  )
  expect(broken.out).not.toContain('plays otherwise')
  expect(sound.status).toBe(0)
  expect(sound.out).toMatch(/plays otherwise than the recorded one from frame \d+ on\.\nThis engine plays all frames\./)
}, 120_000)

test('an engine that dies in a game leaves the same behind', async () => {
  await using table = await Table.open({ engine: stillEngine('fault=die', 'at=40'), faultDir: folder })
  const result = await table.play([await table.bot(), await table.bot()])
  expect(JSON.parse(await readFile(result.fault!, 'utf8'))).toMatchObject({
    frame: 40,
    detail: expect.stringMatching(/code 3/),
  })
})

test('an engine that dies before the first frame was asked for names the frame before it', () => {
  expect(lastStep(createStep()).frame).toBe(-124)
})

test('a match that ends, or that is aborted for another reason, leaves nothing', async () => {
  await using table = await Table.open({ engine: stillEngine('ends=20'), faultDir: folder })
  expect((await table.play([await table.bot(), await table.bot()])).fault).toBeUndefined()
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})

describe('the files', () => {
  const fault = (matchId: string): EngineFault => ({
    matchId,
    detail: '',
    seed: '5f'.repeat(32),
    stage: 31,
    players: [
      { character: 0, costume: 0, name: 'a' },
      { character: 0, costume: 0, name: 'b' },
    ],
    frame: 0,
    pads: [
      { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 },
      { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 },
    ],
  })

  test(`are those of the newest ${MOST_FAULTS} faults`, async () => {
    const replay = join(folder, '..', 'replay')
    await mkdir(folder)
    await writeFile(replay, 'a replay')
    for (let i = 0; i < MOST_FAULTS + 2; i++) {
      const path = await keepFault(folder, fault(`match_${i}`), replay)
      await utimes(path, i, i)
    }
    const names = await readdir(folder)
    expect(names).toHaveLength(2 * MOST_FAULTS)
    expect(names).not.toContain('match_0.json')
    expect(names).not.toContain('match_0.slp')
    expect(names).toContain(`match_${MOST_FAULTS + 1}.slp`)
  })

  test('that cannot be written are reported, and change nothing', async () => {
    await writeFile(folder, 'in the way')
    await using table = await Table.open({ engine: stillEngine('fault=die', 'at=40'), faultDir: folder })
    const result = await table.play([await table.bot(), await table.bot()])
    expect(result).toMatchObject({ cause: 'engine-failed', fault: expect.stringMatching(/^not kept: E/) })
  })
})
