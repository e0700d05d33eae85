/**
 * The simulation that is under way, if there is one, and whose code runs in it at the moment. A function that is replaced does what the
 * simulation wants for code of a simulated process, and what it always did for all other.
 */
import type { ChildProcess } from 'node:child_process'
import type { MachineFolder } from './files.ts'
import type { Kernel, Process } from '../kernel/kernel.ts'

export interface Stage {
  readonly kernel: Kernel
  readonly folders: ReadonlyMap<string, MachineFolder>
  /** What a process starts. */
  readonly fork: (parent: Process) => ChildProcess
  readonly spawn: (parent: Process) => ChildProcess
}

let stage: Stage | null = null

export function setStage(next: Stage | null): void {
  if (stage !== null && next !== null) throw new Error('There is one simulation at a time')
  stage = next
}

/** The process whose code runs at the moment; null for the simulation itself, and for everything outside of it. */
export function currentProcess(): Process | null {
  return stage?.kernel.current ?? null
}

/** Null outside of a simulation. */
export function currentKernel(): Kernel | null {
  return stage?.kernel ?? null
}

export function currentStage(): Stage {
  if (stage === null) throw new Error('There is no simulation')
  return stage
}

/** How to put back what was there. */
export type Undo = (() => void)[]

// oxlint-disable-next-line typescript/no-explicit-any -- functions of any kind
export type AnyFunction = (...parts: any[]) => any

/** `between` is for the code of the simulation itself. */
export function replace(undo: Undo, target: object, name: string, simulated: AnyFunction, between?: AnyFunction): void {
  const real = Reflect.get(target, name) as AnyFunction
  const own = Object.getOwnPropertyDescriptor(target, name)
  const either: AnyFunction = function (this: unknown, ...parts) {
    if (currentProcess() === null) return Reflect.apply((stage && between) ?? real, this, parts)
    return simulated(...parts)
  }
  Object.defineProperty(target, name, { value: either, configurable: true, writable: true, enumerable: true })
  undo.push(() => {
    if (own === undefined) Reflect.deleteProperty(target, name)
    else Object.defineProperty(target, name, own)
  })
}
