/** The program of the house bots, beside this file: compiled where this file is. */
import { fileURLToPath } from 'node:url'
import { ENTRY_OPTIONS } from '@arena/host/system'
import { z } from 'zod'

const name = import.meta.url.endsWith('.ts') ? './house-main.ts' : './house-main.js'

/** What `node` is started with. */
export const HOUSE_PROGRAM: readonly string[] = [...ENTRY_OPTIONS, fileURLToPath(new URL(name, import.meta.url))]

/** The line with which it says that it listens. */
export const Listening = z.object({ msg: z.literal('listening'), port: z.number(), bots: z.array(z.string()) })

/** A line of its output; null for what is no JSON. */
export function readLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
