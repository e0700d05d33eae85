/**
 * The platform key: the Ed25519 pair that signs every connection the arena makes to a bot. Kept in the data folder,
 * readable by its owner only, and made at the first start. Losing it costs nothing but the caches of bots that verify.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createFile } from '@arena/host/system'
import { createKeyPair, publicKeyOf } from '@arena/protocol'
import { decodeBase64 } from '@arena/protocol/base64'
import type { KeyPair } from '@arena/protocol'

const FILE = 'platform-key'

/** The pair of the data folder. Two machines that start at once on one new folder get the same. */
export async function loadPlatformKey(dataDir: string): Promise<KeyPair> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, FILE)
  const privateKey = (await createFile(path, () => `${createKeyPair().privateKey}\n`)).trim()
  // The text is a secret and may be a good key with a slip of the pen: it is not quoted.
  if (decodeBase64(privateKey)?.length !== 32) throw new Error(`${path} does not hold 32 bytes as base64`)
  return { privateKey, publicKey: publicKeyOf(privateKey) }
}
