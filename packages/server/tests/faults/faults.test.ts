/**
 * A few faults of the long series; `npm run faults` injects them by the hundred. Which seeds follows from the kinds that
 * end an arena, that leave files behind and that come from bots; the database going away is in the suite for PostgreSQL.
 */
import { platform } from 'node:process'
import { describe } from 'vitest'
import { IS_LONG } from '../../../../scripts/tests/series.ts'
import { trials } from './suite.ts'

describe.runIf(IS_LONG && platform === 'linux')('an arena with an embedded database', () =>
  trials('embedded', [
    'the arena dies while a host is frozen, which continues beside the next arena',
    'the machine goes down and leaves a finished replay that is none',
  ]),
)
