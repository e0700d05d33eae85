import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { invalidRequest, isProblemCode, Problem, PROBLEMS, problemBody, ProblemBody } from './problems.ts'
import { CreateKey } from './keys.ts'

const codes = Object.keys(PROBLEMS).filter(isProblemCode)

/** `docs/problems.md`. After a change of the catalogue, run `npm run docs`. */
function page(): string {
  const entries = codes.map((code) => {
    const { status, title, meaning } = PROBLEMS[code]
    return `## ${code}\n\n**${status}** ${title}.\n\n${meaning}\n`
  })
  return `# Problems

Every error is answered as \`application/problem+json\` (RFC 9457), on every path: \`type\` (\`/problems/<code>\`),
\`title\`, \`status\`, \`detail\` (what happened this time), \`code\`, \`requestId\`. Decide by \`code\`: it is stable and never
reused, while titles and details are for people. This page is generated from the catalogue in \`packages/protocol\`.

Request bodies may contain only documented members: a misspelt one is an \`invalid-request\`, not a silent default.
Unknown query parameters are ignored. Later versions may add members to answers; clients ignore members they do not know.

${entries.join('\n')}`
}

describe('problems', () => {
  it('docs/problems.md is the catalogue, nothing more and nothing less', async () => {
    await expect(page()).toMatchFileSnapshot('../../../docs/problems.md')
  })

  it('codes are kebab-case, statuses are errors, and every entry explains itself', () => {
    for (const code of codes) {
      const { status, title, meaning } = PROBLEMS[code]
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
      expect(title).toMatch(/^[A-Z].*[^.]$/)
      expect(meaning).toMatch(/^.+\.$/)
    }
  })

  it('Errors: 409 for the 21st key, 404 for a replay that does not exist, 429 over a rate limit', () => {
    expect(PROBLEMS['key-limit-reached'].status).toBe(409)
    expect(PROBLEMS['replay-not-available'].status).toBe(404)
    expect(PROBLEMS['rate-limited'].status).toBe(429)
  })

  it('renders RFC 9457 problem details', () => {
    const body = problemBody(new Problem('replay-not-available', { detail: 'The match is still running.' }), 'req-1')
    expect(body).toEqual({
      type: '/problems/replay-not-available',
      title: 'There is no replay of this match',
      status: 404,
      detail: 'The match is still running.',
      code: 'replay-not-available',
      requestId: 'req-1',
    })
    for (const code of codes) expect(ProblemBody.parse(problemBody(new Problem(code), 'req-1')).code).toBe(code)
  })

  it('carries extra members, but neither the cause nor the headers', () => {
    const cause = new Error('secret')
    const problem = new Problem('missing-scope', { scope: 'bots.write', headers: { 'retry-after': '3' }, cause })
    const body = problemBody(problem, 'req-1')
    expect(body.scope).toBe('bots.write')
    expect(JSON.stringify(body)).not.toMatch(/secret|retry-after/)
    expect(problem.cause).toBe(cause)
    expect(problem.headers).toEqual({ 'retry-after': '3' })
    expect(problem).toBeInstanceOf(Error)
    expect(problem.name).toBe('Problem')
  })

  it('says the title when there is no more to say', () => {
    expect(new Problem('internal').detail).toBe(PROBLEMS.internal.title)
  })

  it('invalid-request names every place that is wrong', () => {
    const { error } = CreateKey.safeParse({ kind: 'bearer', name: '', scopes: ['root'], extra: 1 })
    if (error === undefined) throw new Error('the body should not be valid')
    const problem = invalidRequest(error)
    expect(problem.code).toBe('invalid-request')
    expect(problem.extra.errors?.map(({ path }) => path).sort()).toEqual(['', 'name', 'scopes.0'])
    expect(invalidRequest(new z.ZodError([]), 'query').detail).toBe('The query is not valid.')
  })

  it('knows its codes', () => {
    expect(isProblemCode('internal')).toBe(true)
    expect(isProblemCode('toString')).toBe(false)
  })
})
