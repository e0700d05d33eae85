/** Simulated time: what happens when, to whom, and that nothing but the seed decides it. */
import { expect, test } from 'vitest'
import { Kernel, Process } from './kernel.ts'

const START = new Kernel(0).now

function world(seed = 1) {
  const kernel = new Kernel(seed)
  const process = (name: string) => new Process(kernel, name, { offsetMs: 0, bootedAt: kernel.now })
  const happened: string[] = []
  const note = (what: string) => () => void happened.push(`${kernel.elapsedMs} ${what}`)
  return { kernel, process, happened, note }
}

test('events happen by their moment, and those of one moment in the order in which they were asked for', async () => {
  const { kernel, happened, note } = world()
  for (const [ms, what] of [
    [5, 'c'],
    [1, 'a'],
    [5, 'd'],
    [2, 'b'],
    [5, 'e'],
  ] as const) {
    kernel.at(START + ms, null, note(what))
  }
  await kernel.runTo(START + 10)
  expect(happened).toEqual(['1 a', '2 b', '5 c', '5 d', '5 e'])
})

test('a thousand events asked for in any order happen in the order of their moments', async () => {
  const { kernel } = world()
  const moments = Array.from({ length: 1000 }, () => kernel.chance.between(0, 300))
  const happened: [number, number][] = []
  for (const [asked, ms] of moments.entries()) kernel.at(START + ms, null, () => void happened.push([ms, asked]))
  await kernel.runTo(START + 300)
  expect(happened).toEqual(
    [...moments.entries()].map(([asked, ms]) => [ms, asked]).toSorted(([a, i], [b, j]) => a! - b! || i! - j!),
  )
})

test('the clock stands at the moment of each event, and at the moment asked for when all are over', async () => {
  const { kernel, happened, note } = world()
  kernel.at(START + 3, null, note('event'))
  kernel.at(START + 8, null, note('too late'))
  await kernel.runTo(START + 7)
  expect(happened).toEqual(['3 event'])
  expect(kernel.elapsedMs).toBe(7)
  await kernel.runTo(START + 8)
  expect(happened).toEqual(['3 event', '8 too late'])
})

test('what an event sets off is over before the next one begins, however many promises it takes', async () => {
  const { kernel, process, happened, note } = world()
  const arena = process('arena')
  arena.after(1, async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
    note('first')()
  })
  arena.after(1, note('second'))
  await kernel.runTo(START + 1)
  expect(happened).toEqual(['1 first', '1 second'])
})

test('a moment in the past is the present, after what is due already', async () => {
  const { kernel, happened, note } = world()
  await kernel.runTo(START + 5)
  kernel.at(START + 5, null, note('due'))
  kernel.at(START, null, note('late'))
  await kernel.runTo(START + 5)
  expect(happened).toEqual(['5 due', '5 late'])
})

test('an event that is cancelled does not happen, also where one of the same moment cancels it', async () => {
  const { kernel, happened, note } = world()
  kernel.at(START + 1, null, () => {
    note('cancels')()
    event.isCancelled = true
  })
  const event = kernel.at(START + 1, null, note('cancelled'))
  await kernel.runTo(START + 2)
  expect(happened).toEqual(['1 cancels'])
})

test('while an event happens, its process is the current one; the world acts without one', async () => {
  const { kernel, process } = world()
  const [arena, host] = [process('arena'), process('host')]
  const seen: (string | null)[] = []
  const look = () => void seen.push(kernel.current?.name ?? null)
  arena.after(1, async () => {
    look()
    await Promise.resolve()
    look()
  })
  host.after(2, look)
  kernel.at(START + 3, null, look)
  await kernel.runTo(START + 3)
  expect(seen).toEqual(['arena', 'arena', 'host', null])
  expect(kernel.current).toBeNull()
})

test('a frozen process has its events when it continues, in their order, and others have theirs meanwhile', async () => {
  const { kernel, process, happened, note } = world()
  const [arena, other] = [process('arena'), process('other')]
  arena.after(5, note('first'))
  arena.after(9, note('second'))
  arena.after(25, note('third'))
  other.after(7, note('of another'))
  arena.freeze(20)
  expect(arena.isFrozen).toBe(true)
  await kernel.runTo(START + 30)
  expect(happened).toEqual(['7 of another', '20 first', '20 second', '25 third'])
  expect(arena.isFrozen).toBe(false)
})

test('of two freezes the longer one counts', async () => {
  const { kernel, process, happened, note } = world()
  const arena = process('arena')
  arena.after(1, note('event'))
  arena.freeze(20)
  arena.freeze(3)
  await kernel.runTo(START + 30)
  expect(happened).toEqual(['20 event'])
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
  const wall = { offsetMs: 0, bootedAt: START - 1_000 }
  const arena = new Process(kernel, 'arena', wall)
  await kernel.runTo(START + 500.5)
  expect([arena.wallMs, arena.elapsedMs]).toEqual([START + 500, 1500.5])
  wall.offsetMs = -3_600_000
  expect([arena.wallMs, arena.elapsedMs]).toEqual([START + 500 - 3_600_000, 1500.5])
})

test('equal seeds are equal runs, with equal draws and equal digests; of another seed both differ', async () => {
  const run = async (seed: number) => {
    const { kernel, process } = world(seed)
    const arena = process('arena')
    const step = (left: number) => {
      kernel.trace.note('step', left, kernel.chance.between(0, 1_000_000))
      if (left > 0) arena.after(kernel.chance.between(1, 50), () => step(left - 1))
    }
    for (let each = 0; each < 5; each++) arena.after(each, () => step(20))
    await kernel.runTo(START + 10_000)
    return kernel.trace.digest
  }
  const digest = await run(7)
  expect(await run(7)).toBe(digest)
  expect(await run(8)).not.toBe(digest)
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
