/**
 * Holds answers against the OpenAPI document: status, content type, headers and body must be declared for the operation
 * that was asked. What the document does not list may answer anything that succeeds, and fails only with a problem, or with
 * a page that shows it to a person.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

interface Answer {
  readonly method: string
  /** As asked for; a query is left out of account. */
  readonly url: string
  readonly status: number
  readonly headers: (name: string) => string | null
  /** Null where it is not known, such as that of a stream. */
  readonly body: string | null
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

interface Operation {
  readonly responses: Readonly<Record<string, DeclaredAnswer>>
}

interface DeclaredAnswer {
  readonly content?: Readonly<Record<string, object>>
  readonly headers?: Readonly<Record<string, DeclaredHeader>>
}

interface DeclaredHeader {
  readonly required?: boolean
}

const PROBLEM = 'application/problem+json'
/** What a problem must say in a header (RFC 9110), also where the document declares no answer. */
const PROBLEM_HEADERS: Readonly<Record<number, string>> = {
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
  503: 'retry-after',
}
const STACK_TRACE = /\bat .+:\d+:\d+|\.[jt]s:\d+|node_modules|node:internal/

export class Conformance {
  readonly #ajv = new Ajv2020({ strict: true, strictSchema: false, strictTuples: false, allErrors: true })
  readonly #document: OpenApi
  readonly #paths: readonly { readonly path: string; readonly pattern: RegExp }[]
  readonly #validators = new Map<string, ValidateFunction>()

  constructor(document: unknown) {
    addFormats.default(this.#ajv)
    this.#document = document as OpenApi
    const { schemas } = this.#document.components
    // A member that the document does not know is drift, though the documents tell clients to expect new ones.
    const closed = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, close(schema)]))
    this.#ajv.addSchema({ ...this.#document, components: { schemas: closed } }, 'openapi')
    this.#paths = Object.keys(this.#document.paths).map((path) => ({ path, pattern: toPattern(path) }))
  }

  /** What is wrong with an answer; empty when nothing is. */
  complaints(answer: Answer): string[] {
    const found = this.#complaints(answer)
    const { method, url, status, body } = answer
    if (body !== null && STACK_TRACE.test(body) && status >= 400) found.push('the answer shows a stack trace')
    return found.map((what) => `${method} ${url} ${status}: ${what}: ${body?.slice(0, 300)}`)
  }

  #complaints({ method, url, status, headers, body }: Answer): string[] {
    const type = headers('content-type')?.split(';', 1)[0]!.trim() ?? null
    const isHead = method === 'HEAD'
    const path = this.#pathOf(url)
    const verb = isHead ? 'get' : method.toLowerCase()
    const operation = path === null ? undefined : this.#document.paths[path]![verb]
    if (path === null || operation === undefined) {
      // The question that a browser asks before it lets a page of another origin ask.
      if (method === 'OPTIONS' && status === 204) return []
      if (path !== null && status < 400) return ['the operation is not in the document']
      // People read it on a page.
      if (path === null && type === 'text/html') return []
      return status < 400 || isHead ? [] : this.#problem(type, status, headers, body)
    }
    const declared = operation.responses[String(status)]
    if (declared === undefined) return [`the status is not declared for ${path}`]
    const pointer = ['paths', path, verb, 'responses', String(status)]
    for (const [name, { required }] of Object.entries(declared.headers ?? {})) {
      const value = headers(name.toLowerCase())
      if (value === null && required === true) return [`the header ${name} is missing`]
      if (value === null) continue
      const wrong = this.#judge(refOf([...pointer, 'headers', name, 'schema']), jsonOf(value))
      if (wrong.length > 0) return [`the header ${name}: ${value}`]
    }
    if (declared.content === undefined) return body === null || body === '' ? [] : ['a body where none is declared']
    if (type === null || declared.content[type] === undefined) return [`the content type ${type} is not declared`]
    if (isHead || body === null || !type.endsWith('json')) return []
    return this.#judge(refOf([...pointer, 'content', type, 'schema']), body)
  }

  #problem(type: string | null, status: number, headers: Answer['headers'], body: string | null): string[] {
    if (type !== PROBLEM || body === null) return [`${type} is not a problem`]
    const header = PROBLEM_HEADERS[status]
    if (header !== undefined && !headers(header)) return [`the header ${header} is missing`]
    const wrong = this.#judge('openapi#/components/schemas/Problem', body)
    if (wrong.length > 0) return wrong
    return (JSON.parse(body) as { status: number }).status === status ? [] : ['the problem has another status']
  }

  #judge(ref: string, body: string): string[] {
    let validate = this.#validators.get(ref)
    if (validate === undefined) this.#validators.set(ref, (validate = this.#ajv.compile({ $ref: ref })))
    try {
      return validate(JSON.parse(body)) ? [] : [this.#ajv.errorsText(validate.errors)]
    } catch (error) {
      return [String(error)]
    }
  }

  #pathOf(url: string): string | null {
    const asked = url.split('?', 1)[0]!
    return this.#paths.find(({ pattern }) => pattern.test(asked))?.path ?? null
  }
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)
}

const refOf = (pointer: readonly string[]) => `openapi#/${pointer.map(escape).join('/')}`

/** The value of a header in JSON: what reads as a number is one. */
const jsonOf = (header: string) => (/^(0|[1-9]\d*)$/.test(header) ? header : JSON.stringify(header))

const escape = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, key === 'examples' ? value : close(value)]),
  )
  const isOpenObject = parts['type'] === 'object' && 'properties' in parts && !('additionalProperties' in parts)
  return isOpenObject ? { ...parts, additionalProperties: false } : parts
}
