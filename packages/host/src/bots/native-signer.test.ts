import { createKeyPair } from '@arena/protocol'
import { sign } from '@arena/protocol/ed25519'
import { expect, test } from 'vitest'
import { nativeSigner } from './native-signer.ts'

test('signs just as the portable signer does', () => {
  const pair = createKeyPair()
  const signer = nativeSigner(pair)
  for (const message of ['', '1795219200000.deploy-check', 'ä']) {
    expect(signer(message)).toBe(sign(pair.privateKey, message))
  }
})
