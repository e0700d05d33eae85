/** The arena that this kit comes from. npm notes in the folder that it installs into which address a package was taken from. */
import { readFileSync } from 'node:fs'

export interface KitOrigin {
  /** The arena's address, without a slash at its end. */
  readonly arena: string
  readonly integrity: string | null
  /** The integrity of the SDK that is installed beside it; null where there is none. */
  readonly sdkIntegrity: string | null
  /** Whether npx runs it, and not a project that has it installed. */
  readonly isNpx: boolean
}

const OWN = 'node_modules/@arena/kit'
const SDK = 'node_modules/@arena/sdk'
const TARBALL = /^(https?:\/\/.+)\/kit\/(?:[0-9a-f]{16}\/)?arena-kit\.tgz$/

/** Null for a kit that was not installed from an arena. `root` is the folder of the package. */
export function kitOrigin(root = new URL('../', import.meta.url)): KitOrigin | null {
  const lock = readJson(new URL('../../.package-lock.json', root)) as Lock | null
  const entry = lock?.packages?.[OWN]
  const [, arena] = TARBALL.exec(entry?.resolved ?? '') ?? []
  if (arena === undefined) return null
  const folder = readJson(new URL('../../../package.json', root)) as { readonly _npx?: unknown } | null
  return {
    arena,
    integrity: entry?.integrity ?? null,
    sdkIntegrity: lock?.packages?.[SDK]?.integrity ?? null,
    isNpx: folder?._npx !== undefined,
  }
}

interface Lock {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string; readonly integrity?: string } | undefined>>
}

function readJson(file: URL): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
