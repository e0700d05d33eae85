import { pino } from 'pino'
import { expect, test } from 'vitest'
import { LOG_FORMAT } from './log.ts'

test('a failed query is logged with what the database said, and without the values it was about', () => {
  const lines: string[] = []
  const log = pino(LOG_FORMAT, { write: (line: string) => void lines.push(line) })
  // As both databases put it; the values are the embedded one's addition.
  const err = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.org) already exists.',
    query: 'insert into "users" ("email") values ($1)',
    params: ['ada@example.org'],
  })
  log.error({ err }, 'a query failed')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    msg: 'a query failed',
    err: { message: err.message, stack: expect.stringContaining('log.test.ts'), code: '23505', query: err.query },
  })
  expect(lines[0]).not.toContain('ada@')
})
