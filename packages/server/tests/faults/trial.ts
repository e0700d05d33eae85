/** One trial: a fault is injected, the arena plays two further matches to their end, and then everything has to add up. */
import { Chance } from './chance.ts'
import { FAULTS } from './faults.ts'
import type { Fault } from './faults.ts'
import { findings } from './findings.ts'
import type { Ledger } from './findings.ts'
import type { World } from './world.ts'

/** Matches that have to be completed after a fault. */
const MATCHES_AFTER = 2

export interface Trial {
  readonly seed: number
  readonly fault: string
  /** What was wrong afterwards. */
  readonly found: readonly string[]
  readonly ms: number
}

/** The faults that a world can have. */
export function faultsFor(world: World): Fault[] {
  return FAULTS.filter(({ needs }) => {
    if (needs === 'postgresql') return world.proxy !== null
    if (needs === 'small-disk') return world.hasSmallDisk
    return true
  })
}

/** The seed draws moments and durations; the faults themselves come in turn. */
export async function runTrial(world: World, ledger: Ledger, seed: number): Promise<Trial> {
  const faults = faultsFor(world)
  const fault = faults[seed % faults.length]!
  const from = performance.now()
  const found: string[] = []
  try {
    await inject(world, fault, new Chance(seed), found)
    await playOn(world)
    await world.setStatus('paused')
    await comeToRest(world)
    found.push(...(await findings(world, ledger)))
    world.forget()
    if (!world.program.isUp) await world.program.start()
    await world.setStatus('active')
  } catch (error) {
    found.push(error instanceof Error ? error.message : String(error))
  }
  return { seed, fault: fault.name, found, ms: Math.round(performance.now() - from) }
}

async function inject(world: World, fault: Fault, chance: Chance, found: string[]): Promise<void> {
  const { program } = world
  const watched = new AbortController()
  const before = program.pid
  void program.exited().then((code) => {
    if (fault.endsArena === true || watched.signal.aborted) return
    found.push(`the arena ended with ${code}: ${program.log.slice(-4).join('\n    ')}`)
  })
  await fault.inject(world, chance)
  // A moment in which an end that the fault brought about is seen.
  await world.until('an arena that answers', async () => {
    if (!program.isUp) await program.start()
    await world.get('/health')
    return true
  })
  if (fault.endsArena !== true && program.isUp && program.pid !== before)
    found.push('the arena had to be started again')
  watched.abort()
}

async function playOn(world: World): Promise<void> {
  const known = new Set((await world.until('the list of matches', () => world.matches())).map(({ id }) => id))
  await world.until(`${MATCHES_AFTER} completed matches after the fault`, async () => {
    const completed = (await world.matches()).filter(({ id, status }) => status === 'completed' && !known.has(id))
    return completed.length >= MATCHES_AFTER ? true : null
  })
}

/** No match runs; an arena with an embedded database is ended, so that its tables can be looked at. */
async function comeToRest(world: World): Promise<void> {
  const { program } = world
  await world.until('an end of all matches', async () => {
    const running = (await world.matches()).filter(({ status }) => status === 'running')
    return running.length === 0 ? true : null
  })
  if (world.kind === 'embedded') {
    program.signal('SIGTERM')
    const code = await program.exited()
    if (code !== 0) throw new Error(`the arena drained with ${code}`)
    await world.until('an end of all processes', () => (program.processes().length === 0 ? true : null))
  }
}
