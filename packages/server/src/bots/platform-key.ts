/**
 * The platform key: the Ed25519 pair that signs every connection the arena makes to a bot. Kept in the data folder,
 * readable by its owner only, and made at the first start. Losing it costs nothing but the caches of bots that verify.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyPair, publicKeyOf } from '@arena/protocol'
import { decodeBase64 } from '@arena/protocol/base64'
import type { KeyPair } from '@arena/protocol'
import { createFile } from '../whole-file.ts'

const FILE = 'platform-key'

/** The pair of the data folder. Two arenas that start at once on one new folder get the same. */
export async function loadPlatformKey(dataDir: string): Promise<KeyPair> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, FILE)
  const privateKey = (await createFile(path, () => `${createKeyPair().privateKey}\n`)).trim()
  // The text is a secret and may be a good key with a slip of the pen: it is not quoted.
  if (decodeBase64(privateKey)?.length !== 32) throw new Error(`${path} does not hold 32 bytes as base64`)
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}

/** RFC 8410: what precedes the 32 bytes in a PKCS #8 document of an Ed25519 private key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * A signer on Node's own Ed25519, which takes a tenth of the millisecond that the portable one needs: a host that
 * redials many bots must not keep its clocks waiting.
 */
export function nativeSigner({ privateKey }: KeyPair): (message: string) => string {
  const der = Buffer.concat([PKCS8_HEAD, Buffer.from(privateKey, 'base64')])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return (message) => sign(null, Buffer.from(message), key).toString('base64')
}
