/** What is packed of a package of this repository, copied to a folder. */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly files: readonly string[]
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly dependencies?: Readonly<Record<string, string>>
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

export function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/**
 * The manifest that a package has outside of the repository. Without the condition `source`: whoever runs with it, as our own
 * programs do, means sources of his own, and Node takes no TypeScript from `node_modules`. Without `private`, which keeps a
 * package from being published as it stands in the repository.
 */
export function published(manifest: Manifest): object {
  const exports = Object.entries(manifest.exports).map(([path, conditions]) => [
    path,
    { ...conditions, source: undefined },
  ])
  const own = { ...manifest, exports: Object.fromEntries(exports) }
  return { ...own, private: undefined, scripts: undefined, devDependencies: undefined }
}

/** Files that earlier builds have left in `dist` have no source any more. */
function hasSource(folder: string, path: string): boolean {
  const [, name] = /^dist\/(.+?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(relative(folder, path)) ?? []
  return name === undefined || existsSync(join(folder, 'src', `${name}.ts`))
}

/** Sources, and maps that lead to them. */
const ofSources = (folder: string, path: string): boolean => /^src\b|\.map$/.test(relative(folder, path))

/** `withSources` is for a debugger and "go to definition", which then end in the code that was written. */
export function stage(name: string, staged: string, { withSources = true } = {}): void {
  const folder = join(ROOT, 'packages', name)
  const manifest = readManifest(folder)
  for (const path of [...manifest.files.filter((file) => !file.startsWith('!')), 'README.md']) {
    cpSync(join(folder, path), join(staged, path), {
      recursive: true,
      filter: (file) => hasSource(folder, file) && (withSources || !ofSources(folder, file)),
    })
  }
  cpSync(join(ROOT, 'LICENSE'), join(staged, 'LICENSE'))
  writeManifest(staged, published(manifest))
}
