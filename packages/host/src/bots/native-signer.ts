import { createPrivateKey, sign } from 'node:crypto'
import type { KeyPair } from '@arena/protocol'

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
