/** The packages for bot authors as `npm run build` has packed them (scripts/pack/served.ts). */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Kit, KitPackage } from '@arena/protocol'

/** The same place seen from `src/kit` and from `dist/kit`. */
export const KIT_FOLDER = new URL('../../../kit/dist/tarballs/', import.meta.url)

/** pip reads name and version from the name of a wheel. */
export const WHEEL = 'bot_arena-1.0.0-py3-none-any.whl'
export const KIT_FILES = ['arena-kit.tgz', 'arena-sdk.tgz', WHEEL] as const
export type KitFile = (typeof KIT_FILES)[number]

/** What `index.json` says of each. */
interface Packed extends Omit<KitPackage, 'path'> {
  readonly file: KitFile
  /** A hash of its content. */
  readonly id: string
}

export interface ServedKit {
  readonly files: ReadonlyMap<KitFile, Packed>
  readonly document: Kit
}

/** Null where they are not built, or an earlier version has built them. */
export async function readServedKit(folder: URL): Promise<ServedKit | null> {
  const index = new URL('index.json', folder)
  if (!existsSync(index)) return null
  const packed = JSON.parse(await readFile(index, 'utf8')) as readonly Packed[]
  const files = new Map(packed.map((each) => [each.file, each]))
  if (!KIT_FILES.every((file) => files.has(file))) return null
  const describe = (file: KitFile): KitPackage => {
    const { name, version, id, bytes, sha256, integrity } = files.get(file)!
    return { name, version, path: `/kit/${id}/${file}`, bytes, sha256, integrity }
  }
  const document = { kit: describe('arena-kit.tgz'), sdk: describe('arena-sdk.tgz'), python: describe(WHEEL) }
  return { files, document }
}
