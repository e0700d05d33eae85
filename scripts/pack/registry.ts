/**
 * An npm registry for a test: it has the libraries that some packages need, packed from where they are installed, so that no
 * network is needed. Under our own names it offers what somebody else might have published there.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly files?: readonly string[]
  readonly engines?: object
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly exports?: object
}

const OURS = '@arena/'

export async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** Folders of all libraries that these packages need at run time on this machine, by name. */
async function librariesOf(
  folders: readonly string[],
  installed: string,
  found = new Map<string, string>(),
): Promise<Map<string, string>> {
  for (const folder of folders) {
    const { dependencies, optionalDependencies } = await manifestOf(folder)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith(OURS) || found.has(name)) continue
      // A package for other systems is not there.
      if (optionalDependencies?.[name] !== undefined && !existsSync(join(installed, name))) continue
      found.set(name, join(installed, name))
      await librariesOf([join(installed, name)], installed, found)
    }
  }
  return found
}

/** Packs an installed library, which has no files but those that were published; gives the name of the tarball. */
async function pack(name: string, installed: string, into: string): Promise<string> {
  const file = `${name.replace('/', '-')}.tgz`
  const parent = join(installed, dirname(name))
  // Its top folder may have any name. `npm pack` takes ten times as long, most of it to compress.
  const args = ['-cf', '-', '--exclude', 'node_modules', '-C', parent, basename(name)]
  const { stdout } = await promisify(execFile)('tar', args, { encoding: 'buffer', maxBuffer: 1 << 28 })
  await writeFile(join(into, file), gzipSync(stdout, { level: 1 }))
  return file
}

export class LocalRegistry implements AsyncDisposable {
  /** Tarballs of the libraries. */
  readonly libraries = new Set<string>()
  /** Tarballs that were asked for. */
  readonly taken = new Set<string>()
  readonly #folder: string
  readonly #documents = new Map<string, { readonly manifest: Manifest; readonly file: string }>()
  readonly #server = createServer((request, response) => {
    void this.#answer(decodeURIComponent(request.url!.slice(1))).then((body) => {
      response.writeHead(body === null ? 404 : 200).end(body ?? '{}')
    })
  })

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Serves what the packages in these folders need; `installed` is a `node_modules`. */
  static async open(packages: readonly string[], installed: string): Promise<LocalRegistry> {
    const registry = new LocalRegistry(await mkdtemp(join(tmpdir(), 'arena-registry-')))
    const libraries = [...(await librariesOf(packages, installed))]
    for (const [name, folder] of libraries) {
      const file = await pack(name, installed, registry.#folder)
      registry.libraries.add(file)
      registry.#documents.set(name, { manifest: await manifestOf(folder), file })
    }
    for (const folder of packages) {
      const { name, version } = await manifestOf(folder)
      registry.#documents.set(name, { manifest: { name, version }, file: 'of-somebody-else.tgz' })
    }
    registry.#server.listen(0, '127.0.0.1')
    await once(registry.#server, 'listening')
    return registry
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #answer(path: string): Promise<string | Uint8Array | null> {
    if (path.endsWith('.tgz')) {
      this.taken.add(path)
      return this.libraries.has(path) ? readFile(join(this.#folder, path)) : null
    }
    const document = this.#documents.get(path)
    if (!document) return null
    const { name, version } = document.manifest
    const dist = { tarball: `${this.url}/${document.file}` }
    const versions = { [version]: { ...document.manifest, dist } }
    return JSON.stringify({ name, 'dist-tags': { latest: version }, versions })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await rm(this.#folder, { recursive: true })
  }
}
