/** Simulated time: what happens when, to whom, and that nothing but the seed decides it. */
import { expect, test } from 'vitest'
import { Kernel, Process } from './kernel.ts'

const START = new Kernel(0).now

function world() {
  const kernel = new Kernel(1)
  const process = (name: string) => new Process(kernel, name, { offsetMs: 0, bootedAt: kernel.now })
  const happened: string[] = []
  const note = (what: string) => () => void happened.push(`${kernel.elapsedMs} ${what}`)
  return { kernel, process, happened, note }
}

test('a thousand events happen in the order of their moments, and those of one moment in the order in which they were asked for', async () => {
  const { kernel } = world()
  const moments = Array.from({ length: 1000 }, () => kernel.chance.between(0, 300))
  const happened: [number, number][] = []
  for (const [asked, ms] of moments.entries()) kernel.at(START + ms, null, () => void happened.push([ms, asked]))
  await kernel.runTo(START + 300)
  expect(happened).toEqual(
    [...moments.entries()].map(([asked, ms]) => [ms, asked]).toSorted(([a, i], [b, j]) => a! - b! || i! - j!),
  )
})

test('the clock stands at the moment of each event, and at the moment asked for when all are over; a moment in the past is the present', async () => {
  const { kernel, happened, note } = world()
  kernel.at(START + 3, null, note('event'))
  kernel.at(START + 8, null, note('too late'))
  await kernel.runTo(START + 7)
  expect(happened).toEqual(['3 event'])
  expect(kernel.elapsedMs).toBe(7)
  kernel.at(START + 7, null, note('due'))
  kernel.at(START, null, note('late'))
  await kernel.runTo(START + 8)
  expect(happened).toEqual(['3 event', '7 due', '7 late', '8 too late'])
})

test('what an event sets off is over before the next one begins, however many promises it takes', async () => {
  const { kernel, process, happened, note } = world()
  const arena = process('arena')
  arena.after(1, async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    note(`first of ${kernel.current?.name}`)()
  })
  arena.after(1, note('second'))
  kernel.at(START + 1, null, () => note(`of ${kernel.current?.name ?? 'the world'}`)())
  await kernel.runTo(START + 1)
  expect(happened).toEqual(['1 first of arena', '1 second', '1 of the world'])
})

test('an event that is cancelled does not happen, also where one of the same moment cancels it', async () => {
  const { kernel, happened, note } = world()
  kernel.at(START + 1, null, () => (event.isCancelled = true))
  const event = kernel.at(START + 1, null, note('cancelled'))
  await kernel.runTo(START + 2)
  expect(happened).toEqual([])
})

test('a frozen process has its events when its longest freeze is over, in their order, and others have theirs meanwhile', async () => {
  const { kernel, process, happened, note } = world()
  const [arena, other] = [process('arena'), process('other')]
  arena.after(5, note('first'))
  arena.after(9, note('second'))
  arena.after(25, note('third'))
  other.after(7, note('of another'))
  arena.freeze(20)
  arena.freeze(3)
  expect(arena.isFrozen).toBe(true)
  await kernel.runTo(START + 30)
  expect(happened).toEqual(['7 of another', '20 first', '20 second', '25 third'])
  expect(arena.isFrozen).toBe(false)
})

test('a process that has died has no events any more, frozen or not; who waits for its death hears of it once', async () => {
  const { kernel, process, happened, note } = world()
  const [arena, host] = [process('arena'), process('host')]
  const heard: boolean[] = []
  arena.died.push((isHeard) => heard.push(isHeard))
  arena.after(5, note('of the dead'))
  host.after(6, note('of the living'))
  arena.freeze(2)
  arena.die(false)
  arena.die()
  await kernel.runTo(START + 10)
  expect(happened).toEqual(['6 of the living'])
  expect(heard).toEqual([false])
})

test('the clock on the wall is that of the world and its offset; the other one counts from when the machine was switched on', async () => {
  const { kernel } = world()
  const arena = new Process(kernel, 'arena', { offsetMs: -3_600_000, bootedAt: START - 1_000 })
  await kernel.runTo(START + 500.5)
  expect([arena.wallMs, arena.elapsedMs]).toEqual([START + 500 - 3_600_000, 1500.5])
})

test('a trace has the same digest whether its lines are kept or not, and an event more or less changes it', () => {
  const digestOf = (lines: number, isTraced: boolean) => {
    const { trace } = new Kernel(1, isTraced)
    // More than is hashed at a time.
    for (let line = 0; line < lines; line++) trace.note('line', line, 'x'.repeat(100))
    return { digest: trace.digest, kept: trace.lines.length }
  }
  const { digest, kept } = digestOf(2_000, true)
  expect(kept).toBe(2_000)
  expect(digestOf(2_000, false)).toEqual({ digest, kept: 0 })
  expect(digestOf(2_001, false).digest).not.toBe(digest)
})
