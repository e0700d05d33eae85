/** `arena-kit` as its users start it: as a program. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { KIT } from '../../../scripts/tests/programs.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Resolves once it has ended, whatever its exit code. */
export async function runKitIn(folder: string, args: readonly string[]): Promise<Ended> {
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [KIT, ...args], { cwd: folder })) }
  } catch (error) {
    return error as Ended
  }
}
