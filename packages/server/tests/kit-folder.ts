/** Packages for bot authors as a build leaves them, but of a few bytes. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { sharedFolder } from './begun-once.ts'
import { WHEEL, type KitFile } from '../src/kit/served-kit.ts'

export interface KitFolder {
  readonly url: URL
  readonly contents: Readonly<Record<KitFile, Buffer>>
}

export function createKitFolder(): KitFolder {
  const folder = sharedFolder('arena-kit-folder-')
  const contents = {
    'arena-kit.tgz': gzipSync('the kit'),
    'arena-sdk.tgz': gzipSync('the SDK'),
    [WHEEL]: Buffer.from('the wheel'),
  }
  const index = Object.entries(contents).map(([file, bytes]) => {
    writeFileSync(join(folder, file), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return {
      file,
      name: `@${file.replace('-', '/').replace('.tgz', '')}`,
      version: '1.0.0',
      id: sha256.slice(0, 16),
      bytes: bytes.length,
      sha256,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    }
  })
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index))
  return { url: pathToFileURL(`${folder}/`), contents }
}
