/**
 * The answer to a request that runs the deploy check: the bot as JSON, or, for a client that prefers it, a line for each
 * step as soon as it is taken. What fails before the first step is an ordinary problem. Later the status is sent, and the
 * problem is the last line.
 */
import { PassThrough } from 'node:stream'
import { DEPLOY_EVENTS_TYPE, problemBody } from '@arena/protocol'
import type { Bot, DeployEvent } from '@arena/protocol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferredType } from '../http/negotiation.ts'
import { logProblem, toProblem } from '../http/problems.ts'
import type { CheckListener } from './register.ts'

type Run = (listener: CheckListener) => Promise<Bot>

/** What a handler returns. */
export function answerWithSteps(request: FastifyRequest, reply: FastifyReply, run: Run): Promise<Bot | void> {
  void reply.header('vary', 'accept')
  const type = preferredType(request.headers.accept, ['application/json', DEPLOY_EVENTS_TYPE])
  return type === DEPLOY_EVENTS_TYPE ? stream(request, reply, run) : run({})
}

async function stream(request: FastifyRequest, reply: FastifyReply, run: Run): Promise<void> {
  const lines = new PassThrough()
  let hasBegun = false
  function write(event: DeployEvent): void {
    // Proxies that hold answers back until they are whole are told not to.
    if (!hasBegun) void reply.type(DEPLOY_EVENTS_TYPE).header('x-accel-buffering', 'no').send(lines)
    hasBegun = true
    lines.write(`${JSON.stringify(event)}\n`)
  }
  try {
    write({ bot: await run({ onStep: (step) => write({ step }) }) })
  } catch (error) {
    if (!hasBegun) throw error
    const problem = toProblem(error)
    logProblem(problem, request)
    write({ problem: problemBody(problem, request.id) })
  }
  lines.end()
  // Fastify takes a handler that returns earlier for one that has nothing to send.
  await reply
}
