/** The database going away, and what else needs a look into it while the arena runs. */
import { platform } from 'node:process'
import { describe } from 'vitest'
import { databaseUrl } from '../storage/postgres.ts'
import { trials } from './suite.ts'

describe.skipIf(platform !== 'linux' || databaseUrl === undefined)('an arena on PostgreSQL', () =>
  trials('postgresql', [
    'database connections are reset, again and again',
    'the database is stopped and started again',
    'the database stops answering, and its connections end',
    'an engine is killed',
    'a host is killed',
    'the arena is killed and started again',
    'the disk is full for a while',
    'bots lose their sockets and refuse new ones',
  ]),
)
