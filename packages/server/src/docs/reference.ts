/** The OpenAPI document as a page to read. */
import { escapeHtml } from '../http/html.ts'
import { renderLayout } from '../http/layout.ts'
import type { NavEntry } from '../http/site.ts'
import { anchorOf, renderInline, renderMarkdown } from './markdown.ts'

/** As much of an OpenAPI document as the page shows. */
interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    /** What the webhooks refer to. */
    readonly pathItems: Readonly<Record<string, Readonly<Record<string, Operation>>>>
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}

interface SecurityScheme {
  readonly in?: string
  readonly name?: string
  readonly description: string
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
  readonly 'x-messages'?: readonly Message[]
}

interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description: string }>>
  readonly content?: Content
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Message {
  readonly from: string
  readonly frame: string
  readonly description: string
  readonly payload?: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema | false
  readonly prefixItems?: readonly Schema[]
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export function renderReference(document: Document): string {
  const placed = operationsOf(document.paths)
  const calls = operationsOf(document.components.pathItems)
  const sections = document.tags.map(({ name, description }) => {
    const inside = [...placed, ...calls].filter(({ operation }) => operation.tags.includes(name))
    // A tag without operations is a text of its own, with headings that go below this one.
    const text = inside.length === 0 ? description.replace(/^(?=#+ )/gm, '#') : description
    const heading = `<h2 id="${anchorOf(name)}">${escapeHtml(capitalized(name))}</h2>`
    const operations = inside.map((each) => renderOperation(each, document)).join('\n')
    return `<section>\n${heading}\n${renderMarkdown(text)}\n${operations}\n</section>`
  })
  const { info } = document
  const contents: NavEntry[] = [
    { href: '#authentication', title: 'Authentication' },
    ...document.tags.map(({ name }) => ({ href: `#${anchorOf(name)}`, title: capitalized(name) })),
    { href: '#schemas', title: 'Schemas' },
  ]
  const body = [
    `<h1>API reference</h1>\n<p class="note">Interface version ${escapeHtml(info.version)}. For programs: ` +
      '<a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1), <a href="/llms.txt">/llms.txt</a>.</p>',
    renderMarkdown(info.description),
    renderAuthentication(document.components.securitySchemes),
    ...sections,
    `<section>\n<h2 id="schemas">Schemas</h2>\n${Object.entries(document.components.schemas).map(renderSchema).join('\n')}\n</section>`,
  ]
  return renderLayout({ title: 'API reference', path: '/docs', contents, body: body.join('\n') })
}

function operationsOf(paths: Document['paths']): Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function renderAuthentication(schemes: Document['components']['securitySchemes']): string {
  const rows = Object.entries(schemes).map(([name, scheme]) => {
    const place =
      scheme.in === undefined ? 'header <code>Authorization</code>' : `${scheme.in} <code>${scheme.name}</code>`
    return `<tr><td><code>${name}</code></td><td>${place}</td><td>${renderInline(scheme.description)}</td></tr>`
  })
  return `<section>\n<h2 id="authentication">Authentication</h2>
<p>An endpoint that requires a scope takes a bearer key, a signature key (three headers together), or the dashboard’s
session. See <a href="/docs/writing-a-bot">Writing a bot</a> for both kinds of key with curl.</p>
${table(['Name', 'Where', 'Meaning'], rows)}\n</section>`
}

function renderOperation({ method, path, operation }: Placed, document: Document): string {
  const { operationId, summary, description, security, parameters = [], requestBody, responses } = operation
  const scope = Object.values(security[0] ?? {})[0]?.[0]
  const isOurs = path.startsWith('/')
  const place = isOurs ? path : path === 'ping' ? '<bot url>/ping' : '<bot url>'
  const isOfSession = security.length > 0 && scope === undefined
  const open = isOfSession ? 'dashboard session only' : isOurs ? 'public' : ''
  const needs = scope === undefined ? open : `scope <code>${scope}</code>`
  const parts = [
    `<article class="operation" id="${operationId}">`,
    `<h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(place)}</code></h3>`,
    `<p><strong>${escapeHtml(summary)}</strong>${needs === '' ? '' : ` <span class="scope">${needs}</span>`}</p>`,
  ]
  if (description !== undefined) parts.push(renderMarkdown(description))
  if (parameters.length > 0) parts.push('<h4>Parameters</h4>', renderParameters(parameters))
  const body = requestBody?.content['application/json']?.schema
  if (body !== undefined) parts.push(`<h4>Body</h4><p>${typeOf(body)}</p>`)
  parts.push('<h4>Answers</h4>', renderAnswers(responses))
  if (operation['x-messages'] !== undefined) parts.push('<h4>Messages</h4>', renderMessages(operation['x-messages']))
  if (isOurs) {
    const server = document.servers[0]!.url
    const base = server === '/' ? 'https://arena.example.org' : server
    const name = body?.$ref?.split('/').at(-1)
    const example = name === undefined ? undefined : document.components.schemas[name]?.examples?.[0]
    const credential = isOfSession ? '-b cookies.txt' : scope === undefined ? null : BEARER
    const curl = curlOf({ method, url: base + exampleOf(path), credential, example })
    parts.push(`<pre tabindex="0"><code>${escapeHtml(curl)}</code></pre>`)
  }
  return [...parts, '</article>'].join('\n')
}

const EXAMPLE_IDS = {
  matches: 'match_01k9y40r6yes3v1c5hzq8p2n7t',
  bots: 'bot_01k9y3x5q7f0ktn2b8s4v6w9ed',
  keys: 'key_01k9y3wa4ff3st9v6x1r8c2jgm',
}

function exampleOf(path: string): string {
  return path.replace(/^\/(\w+)\/\{id\}/, (whole, kind: string) => {
    const id = (EXAMPLE_IDS as Record<string, string>)[kind]
    return id === undefined ? whole : `/${kind}/${id}`
  })
}

interface Call {
  readonly method: string
  readonly url: string
  /** An option of curl; null where none is needed. */
  readonly credential: string | null
  readonly example: unknown
}

const BEARER = '-H "Authorization: Bearer $KEY"'

function curlOf({ method, url, credential, example }: Call): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${url}`]
  if (credential !== null) lines.push(credential)
  if (example !== undefined) lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example)}'`)
  return lines.join(' \\\n  ')
}

function renderParameters(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${name}</code>${required === true ? '' : ' <em>optional</em>'}</td><td>${place}</td>` +
      `<td>${typeOf(schema)}</td><td>${renderInline(description ?? '')}</td></tr>`,
  )
  return table(['Name', 'In', 'Type', 'Meaning'], rows)
}

function renderAnswers(responses: Operation['responses']): string {
  const rows = Object.entries(responses).map(([status, { description, headers = {}, content = {} }]) => {
    const problems = [...description.matchAll(/^`([a-z-]+)`: /gm)].map(([, code]) => code!)
    const isProblem = 'application/problem+json' in content
    const meaning = isProblem
      ? problems.map((code) => `<a href="/docs/problems#${code}"><code>${code}</code></a>`).join(', ')
      : renderInline(description)
    const types = Object.entries(content).map(([type, { schema }]) =>
      type === 'application/json' && schema.$ref !== undefined ? typeOf(schema) : `<code>${type}</code>`,
    )
    const named = Object.entries(headers).map(
      ([name, header]) => `<br><code>${name}</code>: ${renderInline(header.description)}`,
    )
    const body = isProblem ? ref('Problem') : types.join(' ')
    return `<tr><td>${status}</td><td>${body}</td><td>${meaning}${named.join('')}</td></tr>`
  })
  return table(['Status', 'Body', 'Meaning'], rows)
}

function renderMessages(messages: readonly Message[]): string {
  const rows = messages.map(
    ({ from, frame, description, payload }) =>
      `<tr><td>${from}</td><td>${payload === undefined ? frame : typeOf(payload)}</td><td>${renderInline(description)}</td></tr>`,
  )
  return table(['From', 'Message', 'Meaning'], rows)
}

function renderSchema([name, schema]: readonly [string, Schema]): string {
  const forms = schema.oneOf ?? schema.anyOf ?? [schema]
  const tables = forms.map((form) =>
    form.properties === undefined ? `<p>${typeOf(form)}</p>` : renderProperties(form.properties, form.required ?? []),
  )
  const example = schema.examples?.[0]
  const shown =
    typeof example === 'object'
      ? `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`
      : ''
  return `<article class="schema" id="schema-${name}">\n<h3>${name}</h3>
<p>${renderInline(schema.description ?? '')}</p>\n${tables.join('\n<p>or</p>\n')}\n${shown}\n</article>`
}

function renderProperties(properties: Readonly<Record<string, Schema>>, required: readonly string[]): string {
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `<tr><td><code>${name}</code>${required.includes(name) ? '' : ' <em>optional</em>'}</td>` +
      `<td>${typeOf(schema)}</td><td>${renderInline(schema.description ?? '')}</td></tr>`,
  )
  return table(['Member', 'Type', 'Meaning'], rows)
}

/** A type in words, with links to what has a name. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return ref(schema.$ref.split('/').at(-1)!)
  const options = schema.anyOf ?? schema.oneOf
  if (options !== undefined) return options.map(typeOf).join(' or ')
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`
  if (schema.enum !== undefined) {
    return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(', ')
  }
  if (schema.type === 'array') {
    const each = schema.prefixItems?.[0] ?? (schema.items || {})
    return `${schema.prefixItems === undefined ? 'list' : `exactly ${schema.prefixItems.length}`} of ${typeOf(each)}`
  }
  return escapeHtml(`${schema.format ?? schema.type ?? 'anything'}${boundsOf(schema)}`)
}

function boundsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  const low = minimum ?? minLength
  const high = maximum === Number.MAX_SAFE_INTEGER ? undefined : (maximum ?? maxLength)
  const unit = minLength === undefined && maxLength === undefined ? '' : ' characters'
  if (low !== undefined && high !== undefined) return `, ${low} to ${high}${unit}`
  if (low !== undefined && low !== Number.MIN_SAFE_INTEGER) return `, from ${low}${unit}`
  return high === undefined ? '' : `, up to ${high}${unit}`
}

const ref = (name: string) => `<a href="#schema-${name}">${name}</a>`
const table = (head: readonly string[], rows: readonly string[]) =>
  `<div class="wide"><table class="reference"><thead><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr></thead>` +
  `<tbody>${rows.join('')}</tbody></table></div>`
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** A path may break before its slashes, where the page is narrow. */
const breakable = (path: string) => escapeHtml(path).replace(/(?<!&lt;)\//g, '<wbr>/')
