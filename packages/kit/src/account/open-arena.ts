/** An arena with the key of its account, as the commands `connect`, `keys`, `bots` and `watch` use it. */
import { ArenaClient } from '@arena/sdk'
import { CommandFailure, EXIT, UsageError } from '@arena/host/command-line'
import { whichArena } from '../arena-address.ts'
import type { Terminal } from '../terminal.ts'
import { arenasWithKey, storedKey } from './key-file.ts'
import { asking } from './session.ts'

export interface Arena {
  readonly address: string
  readonly client: ArenaClient
  /** The bearer key; null where there is none. */
  readonly secret: string | null
}

/** With the key in `ARENA_KEY`, or else the one that `arena-kit login` has kept. */
export async function openArena(given: string | undefined, signal: AbortSignal): Promise<Arena> {
  const address = whichArena(given) ?? (await onlyArenaWithKey())
  const secret = process.env['ARENA_KEY'] || ((await storedKey(address))?.secret ?? null)
  const auth = secret === null ? {} : { auth: { bearer: secret } }
  return { address, secret, client: new ArenaClient({ baseUrl: address, signal, ...auth }) }
}

export const noKey = (arena: string): string =>
  `There is no key for ${arena}. Sign in with arena-kit login, or set ARENA_KEY.`

async function onlyArenaWithKey(): Promise<string> {
  const [arena, ...others] = await arenasWithKey()
  if (arena !== undefined && others.length === 0) return arena
  throw new UsageError('which arena? Name it with --arena or in ARENA_URL, as http://127.0.0.1:8080')
}

/** Work with the arena as its account's owner; gives the exit code. */
export async function asOwner(
  given: string | undefined,
  terminal: Terminal,
  work: (arena: Arena) => Promise<void>,
): Promise<number> {
  const arena = await openArena(given, terminal.signal)
  if (arena.secret === null) throw new CommandFailure(noKey(arena.address))
  await asking(arena.address, () => work(arena))
  return EXIT.ok
}
