/**
 * TypeScript as Node can run it: types are taken out, enums and parameter properties become JavaScript, and imports that name only
 * types go. Nothing is checked. Each line stays where it is, and the source map has the columns.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { transform } from 'sucrase'

export interface Loaded {
  readonly format: 'module' | 'commonjs'
  readonly source: string
}

function isTypeScript(url: string): boolean {
  return url.startsWith('file:') && /\.[cm]?ts$/.test(new URL(url).pathname)
}

/** A TypeScript file as JavaScript; null of any other file. */
export function loadTypeScript(url: string): Loaded | null {
  if (!isTypeScript(url)) return null
  const path = fileURLToPath(url)
  return compile(readFileSync(path, 'utf8'), path)
}

export function compile(text: string, path: string): Loaded {
  const isCommonJs = path.endsWith('.cts')
  const { code, sourceMap } = transform(text, {
    transforms: isCommonJs ? ['typescript', 'imports'] : ['typescript'],
    disableESTransforms: true,
    filePath: path,
    sourceMapOptions: { compiledFilename: path },
  })
  const map = Buffer.from(JSON.stringify(sourceMap)).toString('base64')
  return {
    format: isCommonJs || (!path.endsWith('.mts') && isScript(code)) ? 'commonjs' : 'module',
    source: `${code}\n//# sourceMappingURL=data:application/json;base64,${map}`,
  }
}

/** Whether a file has no import, no export and no await at its top. Whatever the nearest package says, one that has is a module. */
function isScript(code: string): boolean {
  try {
    compileFunction(code, ['exports', 'require', 'module', '__filename', '__dirname'])
    return true
  } catch {
    return false
  }
}

/** What an import of a TypeScript file may mean that names no file: `./mind` and `./mind.js` are `./mind.ts`, or a folder's index. */
export function alternatives(specifier: string, parent: string | undefined): string[] {
  if (parent === undefined || !isTypeScript(parent) || !/^(?:\.{0,2}\/|file:)/.test(specifier)) return []
  const { href } = new URL(specifier, parent)
  const compiled = /^(.*\.[cm]?)js$/.exec(href)
  return compiled ? [`${compiled[1]}ts`] : [`${href}.ts`, `${href.replace(/\/$/, '')}/index.ts`]
}
