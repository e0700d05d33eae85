/**
 * A plugin of the engine process's build: the large tables of generated modules go to text files beside the bundle, one for
 * each module, and are read from there when they are asked for. In the bundle they would be in the memory of every engine process three
 * times, as source, as constants and, for two fighters of 27, as what is used.
 *
 * A table is an exported array that is written out in full. It becomes a stand-in that reads what is asked for from the
 * file: the element that is indexed where elements are large, all of them otherwise. Nothing that was read is kept.
 *
 * Modules come in any order, so that what one puts where must not depend on another: two builds are the same to the byte.
 */
import { basename } from 'node:path'
import { runInNewContext } from 'node:vm'
import type { Plugin } from 'vite'

/** Smaller ones are not worth a system call. */
const LARGE = 8000
/** The same for an element; knowing where each is would take as much memory as it is long. */
const LARGE_ELEMENT = 100
const RUNTIME = '\0stored-tables'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Declaration extends Node {
  readonly declaration?: { readonly declarations?: readonly { readonly init: ArrayExpression | Node | null }[] } | null
}
interface ArrayExpression extends Node {
  readonly elements: readonly Node[]
}

/** @param folder where the files lie, beside the bundle; a path within it, without slashes at its ends */
export function storedTables(modules: RegExp, folder: string): Plugin {
  /** By the name of the file. */
  const files = new Map<string, { readonly module: string; readonly text: string }>()
  return {
    name: 'stored-tables',
    buildStart() {
      files.clear()
    },
    resolveId: (id) => (id === RUNTIME ? id : null),
    load: (id) => (id === RUNTIME ? runtime(folder) : null),
    transform(code, id) {
      if (!modules.test(id)) return null
      const fileName = `${basename(id, '.ts')}.txt`
      let text = ''
      /** Puts an element into the file; answers where it ends. */
      const store = (json: string): number => {
        // So that characters can be counted as bytes.
        if (/[^\x20-\x7e]/.test(json)) throw new Error(`Not printable ASCII: ${json.slice(0, 80)}`)
        text += json
        return text.length
      }
      let rewritten = ''
      let at = 0
      for (const table of tablesOf(this.parse(code).body as readonly Declaration[])) {
        const large = table.end - table.start >= LARGE_ELEMENT * table.elements.length
        const ends = [
          text.length,
          ...(large ? table.elements : [table]).map((node) => store(asJson(textOf(code, node)))),
        ]
        rewritten += `${code.slice(at, table.start)}${large ? 'elements' : 'whole'}('${fileName}', ${JSON.stringify(ends)})`
        at = table.end
      }
      if (at === 0) return null
      const other = files.get(fileName)?.module ?? id
      if (other !== id) throw new Error(`${other} and ${id} would share the file ${fileName}`)
      files.set(fileName, { module: id, text })
      return { code: `import { elements, whole } from '${RUNTIME}'\n${rewritten}${code.slice(at)}`, map: null }
    },
    generateBundle() {
      for (const [name, { text }] of files)
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source: text })
    },
  }
}

function tablesOf(body: readonly Declaration[]): ArrayExpression[] {
  return body
    .flatMap(({ declaration }) => declaration?.declarations ?? [])
    .flatMap(({ init }) => (init && init.end - init.start >= LARGE ? [init] : []))
    .filter((init): init is ArrayExpression => {
      if (init.type === 'ObjectExpression')
        throw new Error('A large table is to be an array, of which parts can be read')
      return init.type === 'ArrayExpression'
    })
}

function textOf(code: string, { start, end }: Node): string {
  return code.slice(start, end)
}

/** A literal of a generated module, which may be quoted in another way than JSON. */
function asJson(literal: string): string {
  return JSON.stringify(runInNewContext(`(${literal})`))
}

function runtime(folder: string): string {
  return `
import { closeSync, openSync, readSync } from 'node:fs'

const folder = new URL(${JSON.stringify(`${folder}/`)}, import.meta.url)

function read(file, from, to) {
  const bytes = Buffer.allocUnsafeSlow(to - from)
  const fd = openSync(file, 'r')
  for (let at = 0; at < bytes.length;) {
    const count = readSync(fd, bytes, at, bytes.length - at, from + at)
    if (count === 0) throw new Error('The tables of the engine are cut short')
    at += count
  }
  closeSync(fd)
  return bytes.latin1Slice()
}

const parse = (file, from, to) => JSON.parse(read(file, from, to))
const isIndex = (key) => typeof key === 'string' && Number.isInteger(Number(key))

/** A stand-in for an array: element gives one of it, all gives it. */
function standIn(element, all) {
  return new Proxy([], {
    get(_, key) {
      if (isIndex(key)) return element(Number(key))
      const array = all()
      const value = array[key]
      return typeof value === 'function' ? value.bind(array) : value
    },
  })
}

/** Element i lies between ends[i] and ends[i + 1]. */
export function elements(fileName, ends) {
  const file = new URL(fileName, folder)
  const count = ends.length - 1
  const element = (i) => (i >= 0 && i < count ? parse(file, ends[i], ends[i + 1]) : undefined)
  return standIn(element, () => Array.from({ length: count }, (_, i) => element(i)))
}

export function whole(fileName, [from, to]) {
  const file = new URL(fileName, folder)
  return standIn(
    (i) => parse(file, from, to)[i],
    () => parse(file, from, to),
  )
}
`
}
