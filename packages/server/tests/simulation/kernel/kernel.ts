/**
 * Simulated time. All that happens is an event of a process at a moment. Events happen one after the other; each runs until everything
 * that it set off waits for a later event. So a run is a function of its seed: nothing in it is decided by the machine it runs on.
 *
 * A process that is frozen has its events when it continues. One that has died has none any more: its promises stay open for ever,
 * and nobody holds them.
 */
import { Stream } from './stream.ts'
import { Trace } from './trace.ts'

/** The `setImmediate` of the real machine, before anything is put in its place. */
const runImmediate = setImmediate

/** 2026-03-01T12:00:00Z. */
const START = 1_772_366_400_000

export interface SimulatedEvent {
  at: number
  readonly order: number
  readonly process: Process | null
  readonly act: () => unknown
  isCancelled: boolean
}

/** The clocks of a machine. */
export interface Wall {
  /** How far the clock on its wall is from the time of the world. */
  offsetMs: number
  /** When it was switched on. */
  bootedAt: number
}

export class Process {
  readonly name: string
  readonly wall: Wall
  isAlive = true
  frozenUntil = 0
  /** Called when it has died, and whether its machine is there to say so to others. */
  readonly died: ((isHeard: boolean) => void)[] = []
  readonly #kernel: Kernel

  constructor(kernel: Kernel, name: string, wall: Wall) {
    this.#kernel = kernel
    this.name = name
    this.wall = wall
  }

  get isFrozen(): boolean {
    return this.frozenUntil > this.#kernel.now
  }

  /** Milliseconds since its machine was switched on. */
  get elapsedMs(): number {
    return this.#kernel.now - this.wall.bootedAt
  }

  get wallMs(): number {
    return Math.floor(this.#kernel.now + this.wall.offsetMs)
  }

  after(ms: number, act: () => unknown): SimulatedEvent {
    return this.#kernel.at(this.#kernel.now + ms, this, act)
  }

  freeze(ms: number): void {
    this.#kernel.trace.note('freezes', this.name, ms)
    this.frozenUntil = Math.max(this.frozenUntil, this.#kernel.now + ms)
  }

  die(isHeard = true): void {
    if (!this.isAlive) return
    this.#kernel.trace.note('dies', this.name)
    this.isAlive = false
    for (const tell of this.died.splice(0)) tell(isHeard)
  }
}

export class Kernel {
  readonly chance: Stream
  readonly trace: Trace
  now = START
  /** The process whose event happens at the moment; null while the world itself acts. */
  current: Process | null = null
  #events = 0
  readonly #queue: SimulatedEvent[] = []

  /** `isTraced` keeps every line of the trace. */
  constructor(seed: number, isTraced = false) {
    this.chance = new Stream(seed)
    this.trace = new Trace(() => this.now, isTraced)
  }

  get elapsedMs(): number {
    return this.now - START
  }

  /** Something of the world, or of a process; never before the event under way is over. */
  at(moment: number, process: Process | null, act: () => unknown): SimulatedEvent {
    const event = { at: Math.max(moment, this.now), order: this.#events++, process, act, isCancelled: false }
    this.#push(event)
    return event
  }

  /** Lets everything happen that is due up to a moment. */
  async runTo(moment: number): Promise<void> {
    for (let event = this.#queue[0]; event !== undefined && event.at <= moment; event = this.#queue[0]) {
      this.#pop()
      const { process } = event
      if (event.isCancelled || process?.isAlive === false) continue
      if (process !== null && process.frozenUntil > event.at) {
        event.at = process.frozenUntil
        this.#push(event)
        continue
      }
      this.now = Math.max(this.now, event.at)
      if (process !== null) await this.#happen(process, event.act)
      else {
        // The world does what it does at once, or says when it is over.
        const acted = event.act()
        if (acted instanceof Promise) await acted
      }
    }
    this.now = Math.max(this.now, moment)
  }

  /** Everything that a process begins ends with events of its own. */
  async #happen(process: Process, act: () => unknown): Promise<void> {
    this.current = process
    act()
    await new Promise(runImmediate)
    this.current = null
  }

  #push(event: SimulatedEvent): void {
    const queue = this.#queue
    let at = queue.push(event) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(event, queue[parent]!)) break
      queue[at] = queue[parent]!
      at = parent
    }
    queue[at] = event
  }

  #pop(): void {
    const queue = this.#queue
    const last = queue.pop()!
    if (queue.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= queue.length) break
      if (child + 1 < queue.length && isBefore(queue[child + 1]!, queue[child]!)) child++
      if (!isBefore(queue[child]!, last)) break
      queue[at] = queue[child]!
      at = child
    }
    queue[at] = last
  }
}

function isBefore(a: SimulatedEvent, b: SimulatedEvent): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}
