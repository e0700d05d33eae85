/**
 * What happens to the machines of a simulated arena, to what they share, and what people ask of them. Each is drawn with a machine and a
 * duration.
 */
import { ACTS } from './acts.ts'
import { BLOWS, MOMENTS } from './kernel/boundaries.ts'
import type { Boundary } from './kernel/boundaries.ts'
import type { SimulatedBucket } from './world/bucket.ts'
import type { SimulatedDatabase } from './database/database.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { SimulatedMachine } from './machine/machine.ts'
import type { SimulatedReaders } from './readers.ts'

const HOUR = 3_600_000
const MOST_OFFSET_MS = 11 * HOUR
/** The last operation that may be struck, of those from now on. */
const FARTHEST: Readonly<Record<Boundary, number>> = { query: 80, disk: 60, bucket: 6 }

interface World {
  readonly kernel: Kernel
  readonly database: SimulatedDatabase
  readonly bucket: SimulatedBucket
  readonly readers: SimulatedReaders
}

type Misfortune = (machine: SimulatedMachine, world: World) => void

const strike =
  (boundary: Boundary): Misfortune =>
  (machine, { kernel: { chance } }) =>
    machine.boundaries.plan(boundary, chance.between(1, FARTHEST[boundary]), {
      moment: chance.one(MOMENTS),
      blow: chance.one(BLOWS),
    })

const TAKING = /^update "matches" set "taken_at"/

/** A replay is completed so: it is synced and gets its name, and then its folder is synced. */
const COMPLETING = /^(?:fsync|rename) \S+\.slp\.part$/

/** The next statement of a kind. */
const strikeAt =
  (aim: RegExp): Misfortune =>
  (machine, { kernel: { chance } }) =>
    machine.boundaries.plan('query', 1, { moment: chance.one(MOMENTS), blow: chance.one(BLOWS) }, aim)

/** One after another, or at once. */
const MOST_READERS = 6
const READERS_WITHIN_MS = 6_000

const read: Misfortune = (machine, { kernel, readers }) => {
  const { chance } = kernel
  if (!machine.serves) return
  for (let left = chance.between(1, MOST_READERS); left > 0; left--) {
    const at = kernel.now + chance.between(0, READERS_WITHIN_MS)
    kernel.at(at, null, () => machine.ask((arena) => readers.choose(arena)))
  }
}

/** Misfortunes that may come while machines only look after what they have. */
export const BLOWS_OF_A_DAY: Readonly<Record<string, Misfortune>> = {
  'a query is struck': strike('query'),
  'the disk is struck': strike('disk'),
  'a request to the bucket is struck': strike('bucket'),
  'readers ask for replays': read,
  'the arena ends as soon as it is up': (machine) => machine.endOnceUp(),
  'the clock on the wall is set': ({ wall }, { kernel: { chance } }) => {
    wall.offsetMs = chance.once(2) ? chance.between(-MOST_OFFSET_MS, MOST_OFFSET_MS) : 0
  },
}

const asked = Object.entries(ACTS).map(([name, act]): [string, Misfortune] => [
  name,
  (machine, { kernel: { chance } }) => machine.ask(({ db }) => act(db, chance)),
])

export const MISFORTUNES: Readonly<Record<string, Misfortune>> = {
  ...BLOWS_OF_A_DAY,
  ...Object.fromEntries(asked),
  'the taking of a match is struck': strikeAt(TAKING),
  // Until the match has been assigned elsewhere.
  'a machine freezes as it takes a match': ({ boundaries }) =>
    boundaries.plan('query', 1, { moment: 'before', blow: 'freezes' }, TAKING),
  'the end of a match is struck': strikeAt(/^update "matches" set "status"/),
  'the completing of a replay is struck': ({ boundaries }, { kernel: { chance } }) =>
    boundaries.plan('disk', 1, { moment: chance.one(MOMENTS), blow: chance.one(BLOWS) }, COMPLETING),
  'a commit is struck': strikeAt(/^commit$/),
  'the arena drains and ends': (machine) => machine.end(true),
  'the machine is upgraded': (machine) => machine.upgrade(),
  'the machine is upgraded without draining as it takes a match': (machine) => machine.upgradeAt(TAKING),
  'the arena ends': (machine) => machine.end(false),
  'the arena is killed': (machine) => {
    if (machine.arena !== null) machine.die(machine.arena)
  },
  'the engine is gone': (machine, { kernel }) => {
    machine.engineGoneUntil = kernel.now + kernel.chance.between(1_000, 60_000)
  },
  'the host is killed': ({ host }) => host?.die(),
  'the machine freezes': (machine, { kernel: { chance } }) => machine.freeze(chance.between(500, 40_000)),
  'the arena freezes': ({ arena }, { kernel: { chance } }) => arena?.freeze(chance.between(500, 40_000)),
  'the host freezes': ({ host }, { kernel: { chance } }) => host?.freeze(chance.between(500, 90_000)),
  'the machine loses its power': (machine, { kernel: { chance } }) => machine.losePower(chance.between(1_000, 60_000)),
  'the machine loses the database': (machine, { kernel: { chance } }) =>
    machine.cut('database', chance.between(500, 40_000)),
  'the way to the database is slow': ({ links }, { kernel }) => {
    links.database.slowUntil = kernel.now + kernel.chance.between(5_000, 60_000)
  },
  'the machine loses the bucket': (machine, { kernel: { chance } }) =>
    machine.cut('bucket', chance.between(500, 90_000)),
  'the machine loses the bots': (machine, { kernel: { chance } }) => machine.cut('bots', chance.between(500, 20_000)),
  'the disk is full': ({ disk }, { kernel }) => {
    disk.fullUntil = kernel.now + kernel.chance.between(1_000, 40_000)
  },
  'the disk fails': ({ disk }, { kernel }) => {
    disk.failsUntil = kernel.now + kernel.chance.between(100, 5_000)
  },
  'the disk is slow': (machine, { kernel }) => {
    machine.slowUntil = kernel.now + kernel.chance.between(1_000, 20_000)
  },
  'the database goes away': (_machine, { kernel: { chance }, database }) =>
    database.goAway(chance.between(100, 30_000)),
  'the bucket goes away': (_machine, { kernel, bucket }) => {
    bucket.awayUntil = kernel.now + kernel.chance.between(1_000, 120_000)
  },
  'the bucket keeps half': (_machine, { kernel, bucket }) => {
    bucket.keepsHalfUntil = kernel.now + kernel.chance.between(1_000, 60_000)
  },
  'the bucket gives half': (_machine, { kernel, bucket }) => {
    bucket.givesHalfUntil = kernel.now + kernel.chance.between(1_000, 60_000)
  },
}
