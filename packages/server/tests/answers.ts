/** What tests expect of an answer: the value of a schema, or a problem of the catalogue. */
import { ProblemBody, PROBLEMS } from '@arena/protocol'
import type { ProblemCode } from '@arena/protocol'
import { expect } from 'vitest'
import type { z } from 'zod'

export async function expectProblem(response: Response, code: ProblemCode): Promise<ProblemBody> {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const body = ProblemBody.parse(await response.json())
  expect(body).toMatchObject({ code, status: response.status, type: `/problems/${code}`, title: PROBLEMS[code].title })
  expect(response.status).toBe(PROBLEMS[code].status)
  expect(response.headers.get('x-request-id')).toBe(body.requestId)
  return body
}

export async function expectOk<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  return schema.parse(await response.json())
}

/** As above, of what only the account may see: no cache may keep it. */
export function expectPrivate<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  expect(response.headers.get('cache-control')).toBe('no-store')
  return expectOk(response, schema)
}
