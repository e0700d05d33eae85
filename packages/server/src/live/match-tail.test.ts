import { RAW_OFFSET } from '@arena/slp'
import { expect, test } from 'vitest'
import { allThatIsShown } from '../../tests/all-that-is-shown.ts'
import type { MatchFile, MatchFiles } from './match-file.ts'
import { MatchTail } from './match-tail.ts'

/** A folder with the file of one match, in memory. */
class FakeFiles implements MatchFiles {
  /** Null: there is none. */
  bytes: Buffer | null = null
  isComplete = false
  /** What a recovery has published in its place. */
  published: Buffer | null | undefined = undefined
  opened = 0
  closed = 0
  reads: number[] = []

  write(text: string): void {
    this.bytes = Buffer.concat([this.bytes ?? Buffer.from('{U_raw[$U#lnnnn'), Buffer.from(text)])
  }

  open(): Promise<{ file: MatchFile; isComplete: boolean } | null> {
    if (this.bytes === null) return Promise.resolve(null)
    return Promise.resolve({ file: this.#file(() => this.bytes!), isComplete: this.isComplete })
  }

  completed(_matchId: string, file: MatchFile): Promise<MatchFile | null> {
    const { published } = this
    return Promise.resolve(published === undefined ? file : published === null ? null : this.#file(() => published))
  }

  #file(content: () => Buffer): MatchFile {
    this.opened++
    return {
      size: () => Promise.resolve(content().length),
      read: (position, length) => {
        this.reads.push(length)
        return Promise.resolve(content().subarray(position, position + length))
      },
      close: () => Promise.resolve(void this.closed++),
    }
  }
}

const HEAD = Buffer.from('{U\x03raw[$U#l\0\0\0\0', 'latin1')

function createTail() {
  const files = new FakeFiles()
  const clock = { now: 0 }
  const tail = new MatchTail({ matchId: 'match_x', files, delayMs: 1_000, now: () => clock.now })
  let told = 0
  tail.tell(() => told++)
  return {
    files,
    tail,
    told: () => told,
    lookAt: (now: number) => {
      clock.now = now
      return tail.look()
    },
    read: () => allThatIsShown(tail),
  }
}

/** One whose first bytes are shown by now, at 1000. */
async function begun(text: string, { isComplete = false } = {}) {
  const all = createTail()
  all.files.write(text)
  all.files.isComplete = isComplete
  await all.lookAt(0)
  await all.lookAt(1_000)
  return all
}

test('nothing is shown before Game Start: neither without a file nor of one that has only its head', async () => {
  const { files, tail, lookAt, read } = createTail()
  await lookAt(0)
  files.write('')
  for (const now of [100, 2_000, 5_000]) await lookAt(now)
  expect([tail.hasBegun, tail.released, (await read()).length]).toEqual([false, 0, 0])
  files.write('start')
  await lookAt(5_100)
  await lookAt(6_099)
  expect((await read()).length).toBe(0)
  await lookAt(6_100)
  expect([tail.hasBegun, await read()]).toEqual([true, Buffer.concat([HEAD, Buffer.from('start')])])
})

test('no byte is shown before it was there for the delay, also of what was there before anybody watched', async () => {
  const { files, lookAt, read } = createTail()
  const wroteAt: number[] = []
  const shown = async () => (await read()).length - RAW_OFFSET
  for (let now = 0; now < 5_000; now += 10) {
    // One byte each time, so that a byte's place is its age.
    files.write('x')
    wroteAt.push(now)
    // Looks come late, and not at even times.
    if (now % 70 !== 0) continue
    await lookAt(now)
    const count = await shown()
    if (count > 0) expect(wroteAt[count - 1]).toBeLessThanOrEqual(now - 1_000)
  }
  expect(await shown()).toBeGreaterThan(380)
})

test('what is written while the system is asked for the length is as young as the answer', async () => {
  const files = new FakeFiles()
  files.write('first')
  let now = 0
  const slow: MatchFiles = {
    completed: (id, file) => files.completed(id, file),
    open: async () => {
      const { file, isComplete } = (await files.open())!
      const size = () => {
        now += 600
        files.write('x')
        return file.size()
      }
      return { file: { ...file, size }, isComplete }
    },
  }
  const tail = new MatchTail({ matchId: 'match_x', files: slow, delayMs: 1_000, now: () => now })
  // At 600, 1200 and 1800.
  await tail.look()
  await tail.look()
  expect(tail.hasBegun).toBe(false)
  await tail.look()
  expect(tail.released).toBe(RAW_OFFSET + 6)
})

test('a piece is read once however many take it, and they get the same buffer', async () => {
  const { files, tail } = await begun('start')
  expect(files.reads).toEqual([5])
  const first = tail.from(RAW_OFFSET)
  for (let reader = 0; reader < 20; reader++) expect(tail.from(RAW_OFFSET)).toBe(first)
  expect([files.reads, files.opened]).toEqual([[5], 1])
})

test('who comes late reads the file so far, in pieces, and then what everybody gets', async () => {
  const { files, tail, lookAt, read } = await begun('x'.repeat(300_000))
  expect(files.reads).toEqual([])
  expect((await read()).length).toBe(RAW_OFFSET + 300_000)
  expect(Math.max(...files.reads)).toBe(64 * 1024)
  files.write('live')
  await lookAt(1_100)
  await lookAt(2_100)
  expect((tail.from(RAW_OFFSET + 300_000) as Buffer).toString()).toBe('live')
  expect(files.opened).toBe(1)
})

test('a match that ends is shown to its last byte, after the delay, and only once', async () => {
  const { files, tail, lookAt, told, read } = await begun('start')
  files.write('end, metadata')
  tail.finished()
  await lookAt(1_100)
  await lookAt(2_000)
  expect(tail.state).toBe('follows')
  const before = told()
  await lookAt(2_100)
  expect([tail.state, told()]).toEqual(['over', before + 1])
  expect((await read()).subarray(RAW_OFFSET).toString()).toBe('startend, metadata')
  await lookAt(9_000)
  expect([tail.state, told()]).toEqual(['over', before + 1])
})

test('a file that is complete already needs no report of the end; the length in its head is 0 for everyone', async () => {
  const { tail, read } = await begun('all of it', { isComplete: true })
  expect((await read()).subarray(0, RAW_OFFSET)).toEqual(HEAD)
  expect(tail.state).toBe('over')
})

test('a match that is over without a game breaks the wait', async () => {
  const { tail, lookAt, told } = createTail()
  await lookAt(0)
  tail.finished()
  await lookAt(100)
  expect([tail.state, tail.hasBegun, told()]).toEqual(['broken', false, 1])
})

test('a copy that a recovery has published is followed where it continues what was shown', async () => {
  const { files, tail, lookAt, read } = await begun('start frame')
  files.published = Buffer.concat([HEAD, Buffer.from('start frame, broken off')])
  tail.finished()
  await lookAt(1_100)
  await lookAt(2_100)
  expect([tail.state, (await read()).subarray(RAW_OFFSET).toString()]).toEqual(['over', 'start frame, broken off'])
  expect([files.opened, files.closed]).toEqual([2, 1])
})

test.each([
  ['was not kept', null],
  ['differs from it', 'start, broken off'],
  ['is shorter', 'start'],
])('one that %s ends the streams: what they show is no record', async (_how, text) => {
  const { files, tail, lookAt } = await begun('start fra')
  files.published = text === null ? null : Buffer.concat([HEAD, Buffer.from(text)])
  tail.finished()
  await lookAt(1_100)
  expect(tail.state).toBe('broken')
})

test('an arena that stops shows the rest at once, of matches that are over', async () => {
  const { files, tail, lookAt } = createTail()
  files.write('start')
  await lookAt(0)
  tail.hurry()
  await lookAt(100)
  expect(tail.hasBegun).toBe(false)
  tail.finished()
  tail.hurry()
  await lookAt(200)
  expect(tail.state).toBe('over')
})
