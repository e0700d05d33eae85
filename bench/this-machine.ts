/** What the figures of a measurement depend on: the machine, what else it does, and the day. */
import { cpus, loadavg } from 'node:os'

export function thisMachine(): string {
  const [cpu] = cpus()
  const load = loadavg()[0]!.toFixed(1)
  return `${cpu?.model ?? 'unknown processor'}, ${cpus().length} cores, load ${load}, Node ${process.version}, ${new Date().toISOString()}`
}
