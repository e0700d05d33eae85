/**
 * The OpenAPI document as pages to read: one with what holds for all endpoints and the list of them, one for the endpoints of each
 * tag with the schemas that only these use, and one with the schemas that several use.
 */
import { escapeHtml } from '../http/html.ts'
import { REFERENCE } from './document-page.ts'
import type { DocumentPage } from './document-page.ts'
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

/** Tags whose texts are documents of their own, with pages of their own. */
const isText = (inside: readonly Placed[]) => inside.length === 0

export function referencePages(document: Document): DocumentPage[] {
  const placed = [...operationsOf(document.paths), ...operationsOf(document.components.pathItems)]
  const parts = document.tags
    .map(({ name, description }) => ({
      path: `${REFERENCE}/${anchorOf(name)}`,
      title: capitalized(name),
      description,
      inside: placed.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter(({ inside }) => !isText(inside))
  const shared = { path: `${REFERENCE}/schemas`, title: 'Shared schemas' }
  const siblings = [{ path: REFERENCE, title: 'Overview' }, ...parts, shared].map(({ path: href, title }) => ({
    href,
    title,
  }))
  const homes = new Map<string, string>()
  for (const name of Object.keys(document.components.schemas)) {
    const users = parts.filter(({ inside }) => usedBy(inside, document).has(name))
    homes.set(name, users.length === 1 ? users[0]!.path : shared.path)
  }

  function page(path: string, title: string, contents: DocumentPage['contents'], html: readonly string[]) {
    const schemas = Object.entries(document.components.schemas).filter(([name]) => homes.get(name) === path)
    const listed = schemas.length === 0 ? [] : [`<h2 id="schemas">Schemas</h2>`, ...schemas.map(renderSchema)]
    const body = [...html, ...listed].join('\n').replace(/href="#schema-(\w+)"/g, (link, name: string) => {
      const home = homes.get(name)!
      return home === path ? link : `href="${home}#schema-${name}"`
    })
    return { path, title, siblings, body, contents: [...contents, ...(schemas.length > 0 ? [SCHEMAS] : [])] }
  }

  return [
    page(
      REFERENCE,
      'API reference',
      [
        { href: '#authentication', title: 'Authentication' },
        ...parts.map(({ title }) => ({ href: `#${anchorOf(title)}`, title })),
      ],
      [
        `<h1>API reference</h1>\n<p class="note">Interface version ${escapeHtml(document.info.version)}. For programs: ` +
          '<a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1), <a href="/llms.txt">/llms.txt</a>.</p>',
        renderMarkdown(document.info.description),
        renderAuthentication(document.components.securitySchemes),
        ...parts.map(renderList),
      ],
    ),
    ...parts.map(({ path, title, description, inside }) =>
      page(
        path,
        title,
        inside.map(({ operation }) => ({ href: `#${operation.operationId}`, title: operation.summary })),
        [
          `<h1>${escapeHtml(title)}</h1>`,
          renderMarkdown(description),
          ...inside.map((each) => renderOperation(each, document)),
        ],
      ),
    ),
    page(shared.path, shared.title, [], [`<h1>${shared.title}</h1>`, '<p>The schemas that several endpoints use.</p>']),
  ]
}

const SCHEMAS = { href: '#schemas', title: 'Schemas' }

/** Names of schemas that the operations refer to, and of those that these refer to. */
function usedBy(inside: readonly Placed[], { components }: Document): ReadonlySet<string> {
  const names = new Set<string>()
  const waiting: unknown[] = inside.map(({ operation }) => operation)
  for (const part of waiting) {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name!)) continue
      names.add(name!)
      waiting.push(components.schemas[name!])
    }
  }
  return names
}

function renderList({
  path,
  title,
  description,
  inside,
}: {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly inside: readonly Placed[]
}): string {
  const rows = inside.map(
    (each) =>
      `<tr><td>${methodAndPlace(each)}</td><td><a href="${path}#${each.operation.operationId}">${escapeHtml(each.operation.summary)}</a></td></tr>`,
  )
  return `<section>\n<h2 id="${anchorOf(title)}"><a href="${path}">${escapeHtml(title)}</a></h2>
${renderMarkdown(description)}\n${table(['Endpoint', 'What it does'], rows)}\n</section>`
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
  const isOfSession = security.length > 0 && scope === undefined
  const open = isOfSession ? 'dashboard session only' : isOurs ? 'public' : ''
  const needs = scope === undefined ? open : `scope <code>${scope}</code>`
  const parts = [
    `<article class="operation" id="${operationId}">`,
    `<h2>${methodAndPlace({ method, path })}</h2>`,
    `<p><strong>${escapeHtml(summary)}</strong>${needs === '' ? '' : ` <span class="scope">${needs}</span>`}</p>`,
  ]
  if (description !== undefined) parts.push(renderMarkdown(description))
  if (parameters.length > 0) parts.push('<h3>Parameters</h3>', renderParameters(parameters))
  const body = requestBody?.content['application/json']?.schema
  if (body !== undefined) parts.push(`<h3>Body</h3><p>${typeOf(body)}</p>`)
  parts.push('<h3>Answers</h3>', renderAnswers(responses))
  if (operation['x-messages'] !== undefined) parts.push('<h3>Messages</h3>', renderMessages(operation['x-messages']))
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

function methodAndPlace({ method, path }: Pick<Placed, 'method' | 'path'>): string {
  const place = path.startsWith('/') ? path : path === 'ping' ? '<bot url>/ping' : '<bot url>'
  return `<span class="method ${method.toLowerCase()}">${method}</span> <code>${breakable(place)}</code>`
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
      ? `<details><summary>Example</summary>\n<pre tabindex="0"><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>\n</details>`
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
