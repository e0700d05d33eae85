/** Contract of the key that machines on one database agree on. */
import { describe, expect, test } from 'vitest'
import { agreeOnKey, PlatformKeyError } from '../../src/platform/shared-key.ts'
import { MINUTE } from './fixture.ts'
import type { Fixture } from './fixture.ts'
import { clockOf } from './test-machine.ts'

export function sharedKeyContract(f: Fixture): void {
  describe('machines on one database', () => {
    function start(f: Fixture, machineId: string, publicKey: string): Promise<void> {
      return agreeOnKey(f.db, { machineId, publicKey, maxMatches: 4 }, clockOf(f))
    }

    test('sign as one: an arena with another platform key does not start, and its error names the file to copy', async () => {
      await start(f, 'first', 'A')
      await start(f, 'second', 'A')
      await expect(start(f, 'third', 'B')).rejects.toThrow(PlatformKeyError)
      await expect(start(f, 'third', 'B')).rejects.toThrow('copy the file platform-key')
    })

    test('may change the key once the others are gone, and an arena alone whenever it starts', async () => {
      await start(f, 'first', 'A')
      await start(f, 'first', 'B')
      f.now += 2 * MINUTE
      await start(f, 'second', 'C')
    })
  })
}
