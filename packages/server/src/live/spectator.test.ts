import { RAW_OFFSET } from '@arena/slp'
import { expect, test } from 'vitest'
import { ALLOWANCE_BYTES, Spectator } from './spectator.ts'
import type { Outlet } from './spectator.ts'
import { MatchTail } from './match-tail.ts'

const MIB = 1024 * 1024

/** A match whose file is all released at once, and its readers. */
function createMatch() {
  let bytes = Buffer.alloc(RAW_OFFSET)
  let fault: Error | null = null
  const file = {
    size: () => Promise.resolve(bytes.length),
    read: (position: number, length: number) =>
      fault === null ? Promise.resolve(bytes.subarray(position, position + length)) : Promise.reject(fault),
    close: () => Promise.resolve(),
  }
  const files = {
    open: () => Promise.resolve({ file, isComplete: false }),
    completed: () => Promise.resolve(file),
  }
  const tail = new MatchTail({ matchId: 'match_x', files, delayMs: 0, now: () => 0 })
  return {
    tail,
    grow: (by: number) => {
      bytes = Buffer.concat([bytes, Buffer.alloc(by, 1)])
      return tail.look()
    },
    failWith: (error: Error) => void (fault = error),
    reader: (isSlow = false) => {
      const out = new FakeOutlet(isSlow)
      let cutOff = 0
      let sent = 0
      const spectator = new Spectator({
        tail,
        outlet: out,
        onSent: (count) => void (sent += count),
        onCutOff: (behind) => void (cutOff = behind),
      })
      tail.tell(() => spectator.wake())
      spectator.wake()
      return { out, spectator, sent: () => sent, cutOff: () => cutOff }
    },
  }
}

class FakeOutlet implements Outlet {
  received = 0
  hasEnded = false
  destroyed = false
  isSlow: boolean
  #drain: (() => void) | null = null

  constructor(isSlow: boolean) {
    this.isSlow = isSlow
  }

  write(bytes: Buffer): boolean {
    this.received += bytes.length
    return !this.isSlow
  }

  once(_event: 'drain', listener: () => void): void {
    this.#drain = listener
  }

  drain(): void {
    const listener = this.#drain
    this.#drain = null
    listener?.()
  }

  end(): void {
    this.hasEnded = true
  }

  destroy(): void {
    this.destroyed = true
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('everything that is released is sent, and the end of the match ends the response, which is cut when its time is over', async () => {
  const match = createMatch()
  const { out, sent } = match.reader()
  await match.grow(1_000)
  expect(out.received).toBe(RAW_OFFSET + 1_000)
  match.tail.finished()
  await match.grow(500)
  expect([out.received, sent()]).toEqual([RAW_OFFSET + 1_500, RAW_OFFSET + 1_500])
  expect([out.hasEnded, out.destroyed]).toEqual([true, false])
  match.tail.break()
  expect(out.destroyed).toBe(true)
})

test('a reader that takes nothing is sent no more, and cut off once a MiB waits; others go on', async () => {
  const match = createMatch()
  const [slow, quick] = [match.reader(true), match.reader()]
  await match.grow(1_000)
  expect(slow.out.received).toBe(RAW_OFFSET)
  for (let i = 0; i < 20; i++) {
    await match.grow(MIB / 16)
    await settle()
    expect(slow.out.destroyed, `${i}`).toBe(slow.cutOff() > 0)
  }
  expect(slow.out.received).toBe(RAW_OFFSET)
  expect(slow.cutOff()).toBeGreaterThan(ALLOWANCE_BYTES)
  expect(slow.cutOff()).toBeLessThan(ALLOWANCE_BYTES + MIB / 8)
  expect([slow.out.destroyed, slow.out.hasEnded]).toEqual([true, false])
  expect([quick.out.received, quick.out.destroyed]).toEqual([RAW_OFFSET + 1_000 + 20 * (MIB / 16), false])
})

test('a reader that pauses for less catches up, from the file, in order', async () => {
  const match = createMatch()
  const { out } = match.reader(true)
  for (let i = 0; i < 8; i++) await match.grow(MIB / 16)
  out.isSlow = false
  out.drain()
  while (out.received < RAW_OFFSET + MIB / 2) await settle()
  await match.grow(10)
  expect([out.received, out.destroyed]).toEqual([RAW_OFFSET + MIB / 2 + 10, false])
})

test('who comes late may take all of a long match, however slowly, while it does not lose ground', async () => {
  const match = createMatch()
  await match.grow(5 * MIB)
  const { out, cutOff } = match.reader(true)
  for (let i = 0; i < 30; i++) {
    await match.grow(MIB / 20)
    out.drain()
    await settle()
  }
  expect([out.destroyed, cutOff()]).toEqual([false, 0])
  match.tail.finished()
  await match.grow(0)
  expect(out.hasEnded).toBe(false)
  out.isSlow = false
  out.drain()
  while (!out.hasEnded) await settle()
  expect(out.received).toBe(match.tail.released)
})

test('a match that breaks, and a file that cannot be read, destroy the response and do not end it', async () => {
  const match = createMatch()
  const { out } = match.reader()
  await match.grow(100)
  match.tail.break()
  expect([out.destroyed, out.hasEnded]).toEqual([true, false])

  const other = createMatch()
  await other.grow(MIB)
  other.failWith(new Error('EIO'))
  const unlucky = other.reader()
  await settle()
  expect([unlucky.out.destroyed, unlucky.out.hasEnded]).toEqual([true, false])
})

test('who has left is sent nothing any more', async () => {
  const match = createMatch()
  const { out, spectator } = match.reader()
  await match.grow(100)
  spectator.leave()
  await match.grow(100)
  match.tail.break()
  expect([out.received, out.destroyed]).toEqual([RAW_OFFSET + 100, false])
})
