/**
 * A plugin of the engine process's build: modules that are files of their own and are loaded when they are first asked
 * for. In one file the code of all 27 fighters would be in the memory of every engine process, where two play.
 *
 * The module that lists them imports each from a folder (`import { FOX } from './fox/index.ts'`) and hands it out through a
 * function (`() => FOX`). The import goes, and the function loads the file. As sources, and in the browser, all are there.
 */
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = /^\.\/([\w-]+)\/index\.ts$/

interface Statement {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly source?: { readonly value: string } | null
  readonly specifiers?: readonly { readonly local: { readonly name: string } }[]
}

/** @param folder where the files lie, beside the bundle; a path within it, without slashes at its ends */
export function loadedApart(list: RegExp, folder: string): Plugin {
  return {
    name: 'loaded-apart',
    transform(code, id) {
      if (!list.test(id)) return null
      /** What is imported, and from which file. */
      const files = new Map<string, string>()
      let kept = ''
      let at = 0
      for (const { start, end, source, specifiers = [] } of this.parse(code).body as readonly Statement[]) {
        const part = FOLDER.exec(source?.value ?? '')?.[1]
        if (part === undefined) continue
        const fileName = `${folder}/${part}.cjs`
        this.emitFile({
          type: 'chunk',
          id: resolve(dirname(id), part, 'index.ts'),
          fileName,
          preserveSignature: 'strict',
        })
        for (const { local } of specifiers) files.set(local.name, fileName)
        kept += code.slice(at, start)
        at = end
      }
      kept += code.slice(at)
      const lazy = kept.replace(/\(\) => (\w+)\b/g, (whole, name: string) => {
        const file = files.get(name)
        return file === undefined ? whole : `() => load('./${file}').${name}`
      })
      for (const name of files.keys()) {
        if (!lazy.includes(`.${name}`)) throw new Error(`${name} is not handed out as () => ${name}`)
      }
      return {
        code: `import { createRequire } from 'node:module'\nconst load = createRequire(import.meta.url)\n${lazy}`,
        map: null,
      }
    },
  }
}
