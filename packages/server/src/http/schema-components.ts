/**
 * Tidies the named schemas of the document. zod writes each one twice, as it is read (`NameInput`) and as it is
 * answered (`Name`): where both say the same, one is enough, and what nothing refers to is left out.
 */
export interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> }
}

const PREFIX = '#/components/schemas/'
const INPUT = /Input$/

export function mergeInputTwins<T extends Document>(document: T): T {
  const { schemas } = document.components
  const plain = (name: string) =>
    INPUT.test(name) && name.replace(INPUT, '') in schemas ? name.replace(INPUT, '') : name
  const merged = new Set(
    Object.keys(schemas).filter((name) => plain(name) !== name && isSame(schemas[name], schemas[plain(name)], plain)),
  )
  return mapRefs(document, (name) => (merged.has(name) ? plain(name) : name))
}

/** Equal once the references inside say the same name. Nested twins that differ keep the outer ones apart too. */
function isSame(input: unknown, output: unknown, plain: (name: string) => string): boolean {
  return JSON.stringify(mapRefs(input, plain)) === JSON.stringify(output)
}

export function keepReferenced<T extends Document>(document: T): T {
  const { schemas } = document.components
  const kept = new Set<string>()
  const visit = (part: unknown) =>
    mapRefs(part, (name) => {
      if (!kept.has(name)) {
        kept.add(name)
        visit(schemas[name])
      }
      return name
    })
  visit({ ...document, components: { ...document.components, schemas: {} } })
  const names = Object.keys(schemas).filter((name) => kept.has(name))
  const left = Object.fromEntries(names.sort().map((name) => [name, schemas[name]]))
  return { ...document, components: { ...document.components, schemas: left } }
}

function mapRefs<T>(part: T, rename: (name: string) => string): T {
  if (Array.isArray(part)) return part.map((item) => mapRefs<unknown>(item, rename)) as T
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).map(([key, value]): [string, unknown] =>
    key === '$ref' && typeof value === 'string' && value.startsWith(PREFIX)
      ? [key, PREFIX + rename(value.slice(PREFIX.length))]
      : [key, mapRefs<unknown>(value, rename)],
  )
  return Object.fromEntries(entries) as T
}
