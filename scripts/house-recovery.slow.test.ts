import { Character } from '@arena/sdk'
import { expect, test } from 'vitest'
import { RECOVERY } from '../packages/sdk/src/house/generated/recovery.ts'
import { triedRecoveryOf } from './house-recovery.ts'
import { some } from './tests/series.ts'

test.each(some(Object.entries(Character), 26))(
  'the house knows from where %s comes back, as tried in the engine',
  async (_, character) => {
    expect(RECOVERY[character]).toEqual(await triedRecoveryOf(character))
  },
  120_000,
)
