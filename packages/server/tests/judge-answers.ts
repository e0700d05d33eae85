/** Tells what is wrong with the answers of every service that this process starts, as they leave it. */
import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import type { Conformance } from './conformance.ts'

export function judgeAnswers(complain: (complaint: string) => void): void {
  // Published by Fastify for each instance that is made, whoever makes it.
  subscribe('fastify.initialization', (message) => judge((message as { fastify: FastifyInstance }).fastify, complain))
}

function judge(app: FastifyInstance, complain: (complaint: string) => void): void {
  let conformance: Promise<Conformance> | undefined
  app.addHook('onSend', async (request, reply, payload) => {
    // A server without a document of its own is not the arena's.
    if (!app.hasDecorator('swagger')) return payload
    conformance ??= conformanceWith(app.swagger())
    const answer = {
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      headers: (name: string) => reply.getHeader(name)?.toString() ?? null,
      body: bodyOf(payload),
    }
    for (const complaint of (await conformance).complaints(answer)) complain(complaint)
    return payload
  })
}

/** Services of one configuration have one document, whose schemas are compiled once. */
const known = new Map<string, Promise<Conformance>>()

function conformanceWith(document: object): Promise<Conformance> {
  const text = JSON.stringify(document)
  // Loaded with the first answer: most test files start no service.
  const conformance = known.get(text) ?? import('./conformance.ts').then((module) => new module.Conformance(document))
  known.set(text, conformance)
  return conformance
}

function bodyOf(payload: unknown): string | null {
  if (payload === undefined || payload === null) return ''
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : null
}
