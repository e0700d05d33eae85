import { createHash } from 'node:crypto'
import { existsSync, statSync, symlinkSync, truncateSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Game, loadFighters } from '@arena/engine'
import { GameMetadata, readReplay } from '@arena/slp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverFinished, recoverReplay, recoverReplays, ReplayError, ReplayFile } from './replay-file.ts'

const NEUTRAL = { buttons: 0, stickX: 128, stickY: 128, cstickX: 128, cstickY: 128, l: 0, r: 0 }
const FRAMES = 40

let dir: string
/** The messages of a short game: the first, `FRAMES` frames, Game End. */
let messages: Uint8Array[]

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'arena-replay-'))
  await loadFighters([2, 9])
  const game = new Game({
    seed: new Uint8Array(32).fill(7),
    stage: 31,
    players: [
      { character: 2, costume: 0, name: 'Waveland' },
      { character: 9, costume: 0, name: 'Edgeguard' },
    ],
  })
  messages = [game.start().slice()]
  for (let i = 0; i < FRAMES; i++) messages.push(game.step(NEUTRAL, NEUTRAL).slice())
  messages.push(game.end({ kind: 'forfeit', port: 0 }).slice())
})

afterAll(() => rm(dir, { recursive: true }))

const read = async (id: string) => readFile(join(dir, `${id}.slp`))

/** A file as a process leaves it that is killed after `count` messages. */
function leave(id: string, count: number): void {
  const file = new ReplayFile(dir, id)
  for (const message of messages.slice(0, count)) file.append(message)
}

describe('a replay', () => {
  test('is the concatenation of its messages, with length and metadata, under its final name alone', async () => {
    const file = new ReplayFile(dir, 'whole')
    for (const message of messages) file.append(message)
    const metadata = new GameMetadata(['Waveland', 'Edgeguard'])
    for (let frame = -123; frame < -123 + FRAMES; frame++) metadata.frame(frame, 1, frame < -100 ? 10 : 11)
    const { bytes: size, sha256 } = await file.complete(metadata.build(Date.UTC(2026, 0, 2, 3, 4, 5)))

    const bytes = await read('whole')
    expect(bytes.length).toBe(size)
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    const replay = readReplay(bytes)
    expect(replay.isComplete).toBe(true)
    expect(Buffer.from(replay.raw).equals(Buffer.concat(messages))).toBe(true)
    expect(replay.metadata).toEqual({
      startAt: '2026-01-02T03:04:05.000Z',
      lastFrame: -84,
      players: {
        0: { names: { netplay: 'Waveland', code: '' }, characters: { 1: 40 } },
        1: { names: { netplay: 'Edgeguard', code: '' }, characters: { 10: 23, 11: 17 } },
      },
      playedOn: 'network',
      consoleNick: 'arena',
    })
    expect(await readdir(dir)).not.toContain('whole.slp.part')
  })

  test('can be read while it is being written, up to the last frame', async () => {
    leave('running', 11)
    const replay = readReplay(await readFile(join(dir, 'running.slp.part')))
    expect(replay.isComplete).toBe(false)
    expect(Buffer.from(replay.raw).equals(Buffer.concat(messages.slice(0, 11)))).toBe(true)
  })

  test('that cannot be written is reported and leaves no file', () => {
    if (!existsSync('/dev/full')) return
    symlinkSync('/dev/full', join(dir, 'full.slp.part'))
    expect(() => new ReplayFile(dir, 'full')).toThrow(ReplayError)
    expect(existsSync(join(dir, 'full.slp.part'))).toBe(false)
    expect(() => new ReplayFile(join(dir, 'no-such-folder'), 'x')).toThrow(ReplayError)
  })

  test.each(['emptied', 'cut'])('that another process %s while it was written is never published', async (how) => {
    const file = new ReplayFile(dir, how)
    for (const message of messages.slice(0, 10)) file.append(message)
    const part = join(dir, `${how}.slp.part`)
    truncateSync(part, how === 'emptied' ? 0 : statSync(part).size - 1)
    expect(() => file.append(messages[10]!)).toThrow('its file was cut short')
    await expect(file.complete({})).rejects.toThrow(ReplayError)
    expect((await readdir(dir)).filter((name) => name.startsWith(how))).toEqual([])
  })
})

test('a file that cannot be completed and not be removed either fails as a replay, not as something unforeseen', async () => {
  const file = new ReplayFile(dir, 'stuck')
  await rm(join(dir, 'stuck.slp.part'))
  // Not removed as a file is.
  await mkdir(join(dir, 'stuck.slp.part'))
  await expect(file.complete({})).rejects.toThrow(ReplayError)
  await rm(join(dir, 'stuck.slp.part'), { recursive: true })
})

describe('what has the name of a finished replay', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(5_000)],
    ['text', Buffer.from('garbage')],
  ])('is removed when it holds %s', async (_what, bytes) => {
    await writeFile(join(dir, 'none.slp'), bytes)
    expect(await recoverFinished(dir, 'none')).toBeNull()
    expect((await readdir(dir)).filter((name) => name.startsWith('none'))).toEqual([])
  })

  test('is completed when the system lost the end of it, and is left alone when it is whole', async () => {
    const file = new ReplayFile(dir, 'cut')
    for (const message of messages) file.append(message)
    const { bytes: size } = await file.complete({})
    const { ino } = statSync(join(dir, 'cut.slp'))
    expect(await recoverFinished(dir, 'cut')).toBe(size)
    expect(statSync(join(dir, 'cut.slp')).ino).toBe(ino)
    truncateSync(join(dir, 'cut.slp'), size - 2_000)
    expect(await recoverFinished(dir, 'cut')).toBe((await read('cut')).length)
    expect(readReplay(await read('cut')).gameEnd).not.toBeNull()
    expect(await recoverFinished(dir, 'never-was')).toBeNull()
    await rm(join(dir, 'cut.slp'))
  })
})

describe('what a killed process leaves', () => {
  test('is completed: cut to whole messages, ended, and given metadata from the events', async () => {
    leave('killed', 21)
    const part = join(dir, 'killed.slp.part')
    truncateSync(part, (await readFile(part)).length - 5)
    const size = await recoverReplay(dir, 'killed')
    const bytes = await read('killed')
    expect(bytes.length).toBe(size)
    const replay = readReplay(bytes)
    const kept = Buffer.concat(messages.slice(0, 20))
    expect(Buffer.from(replay.raw.subarray(0, kept.length)).equals(kept)).toBe(true)
    expect(replay.raw.length).toBe(kept.length + 7)
    expect(replay.gameEnd).toMatchObject({ gameEndMethod: 7, lrasInitiatorIndex: -1 })
    expect(replay.metadata).toMatchObject({
      lastFrame: -105,
      players: { 0: { names: { netplay: 'Waveland' } }, 1: { names: { netplay: 'Edgeguard' } } },
    })
    expect(Object.values(replay.metadata!.players!['0']!.characters!)).toEqual([19])
    expect(existsSync(part)).toBe(false)
  })

  test('wherever it was cut becomes a file that reads, or none when Game Start is not whole', async () => {
    leave('source', messages.length)
    const bytes = await readFile(join(dir, 'source.slp.part'))
    const first = 15 + messages[0]!.length
    const end = bytes.length
    for (const cut of [
      0,
      1,
      14,
      15,
      16,
      60,
      first - 1,
      first,
      first + 1,
      first + 700,
      end - 8,
      end - 7,
      end - 1,
      end,
    ]) {
      await copyFile(join(dir, 'source.slp.part'), join(dir, 'cut.slp.part'))
      truncateSync(join(dir, 'cut.slp.part'), cut)
      const size = await recoverReplay(dir, 'cut')
      expect(size === null, `cut at ${cut}`).toBe(cut < first)
      if (size !== null) expect(readReplay(await read('cut')).gameEnd).not.toBeNull()
      expect(existsSync(join(dir, 'cut.slp.part'))).toBe(false)
      await rm(join(dir, 'cut.slp'), { force: true })
    }
  })

  test('with its tail half written is completed as well', async () => {
    leave('tail', messages.length)
    await writeFile(join(dir, 'tail.slp.part'), Buffer.from('U\x08metadata{U\x07star'), { flag: 'a' })
    await recoverReplay(dir, 'tail')
    const replay = readReplay(await read('tail'))
    expect(Buffer.from(replay.raw).equals(Buffer.concat(messages))).toBe(true)
    expect(replay.metadata?.lastFrame).toBe(-84)
  })

  test('is found in the folder; a damaged one is kept and does not prevent the completion of others', async () => {
    for (const name of await readdir(dir)) await rm(join(dir, name))
    leave('damaged', 5)
    leave('lost', 5)
    leave('empty', 0)
    // Event Payloads announce, as their first event, a Game Start that is too short to be one.
    const damaged = await readFile(join(dir, 'damaged.slp.part'))
    damaged.fill(0, 15 + 3, 15 + 5)
    await writeFile(join(dir, 'damaged.slp.part'), damaged)
    const failures = new Map<string, Error>()
    const sizes = await recoverReplays(dir, (matchId, error) => failures.set(matchId, error))
    expect([...sizes]).toEqual([['lost', (await read('lost')).length]])
    expect([...failures]).toEqual([['damaged', expect.any(ReplayError)]])
    expect((await readdir(dir)).toSorted()).toEqual(['damaged.slp.lost', 'lost.slp'])
    expect((await readFile(join(dir, 'damaged.slp.lost'))).equals(damaged)).toBe(true)
    // The next start finds both as they are.
    expect([...(await recoverReplays(dir, () => {}))]).toEqual([])
    await rm(join(dir, 'damaged.slp.lost'))
  })

  test('may still be open in a running process: nothing that it writes gets into what is published', async () => {
    const straggler = new ReplayFile(dir, 'straggler')
    for (const message of messages.slice(0, 9)) straggler.append(message)
    // What a host is about to write while the next arena looks.
    const size = await recoverReplay(dir, 'straggler')
    const published = await read('straggler')
    expect(() => straggler.append(messages[9]!)).toThrow('its file was removed, or taken over by another arena')
    await expect(straggler.complete({})).rejects.toThrow(ReplayError)
    expect((await read('straggler')).equals(published)).toBe(true)
    expect(published.length).toBe(size)
    expect((await readdir(dir)).filter((name) => name.startsWith('straggler'))).toEqual(['straggler.slp'])
  })

  test('is finished by the first of its host and the next arena', async () => {
    const host = new ReplayFile(dir, 'race')
    for (const message of messages) host.append(message)
    const [finished, recovered] = await Promise.allSettled([host.complete({}), recoverReplay(dir, 'race')])
    const bytes = await read('race')
    if (finished.status === 'fulfilled') expect(bytes.length).toBe(finished.value.bytes)
    expect(recovered).toEqual({ status: 'fulfilled', value: bytes.length })
    expect(readReplay(bytes)).toMatchObject({ isComplete: true, gameEnd: { gameEndMethod: 7 } })
    expect((await readdir(dir)).filter((name) => name.startsWith('race'))).toEqual(['race.slp'])
  })

  test('is recovered again where a recovery was cut short: before its copy was published, or right after', async () => {
    leave('again', 9)
    await rename(join(dir, 'again.slp.part'), join(dir, 'again.slp.lost'))
    await writeFile(join(dir, 'again.slp.copy'), 'half of a copy')
    expect([...(await recoverReplays(dir, (_id, error) => expect.fail(String(error)))).keys()]).toEqual(['again'])
    const published = await read('again')
    leave('again', 9)
    await rename(join(dir, 'again.slp.part'), join(dir, 'again.slp.lost'))
    expect(await recoverReplay(dir, 'again')).toBe(published.length)
    expect((await read('again')).equals(published)).toBe(true)
    expect((await readdir(dir)).filter((name) => name.startsWith('again'))).toEqual(['again.slp'])
  })

  test('is whole already where its process died before it could tell', async () => {
    leave('told', 5)
    const size = await recoverReplay(dir, 'told')
    expect(size).toBe((await read('told')).length)
    expect(await recoverReplay(dir, 'told')).toBe(size)
  })

  test('may be no replay at all, and is removed', async () => {
    await writeFile(join(dir, 'odd.slp.part'), Buffer.alloc(200, 0x41))
    expect(await recoverReplay(dir, 'odd')).toBeNull()
    expect(existsSync(join(dir, 'odd.slp.part'))).toBe(false)
    expect(await recoverReplay(dir, 'never-was')).toBeNull()
  })
})
