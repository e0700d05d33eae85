/** Hooks of Node's loader for TypeScript, for a thread of their own (Node below 22.15) and for the bot's own thread. */
import { existsSync } from 'node:fs'
import type { LoadHook, ResolveHook } from 'node:module'
import { fileURLToPath } from 'node:url'
import { alternatives, loadTypeScript, type Loaded } from './source.ts'

const found = (specifier: string, parent: string | undefined): string | undefined =>
  alternatives(specifier, parent).find((url) => existsSync(fileURLToPath(url)))

export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context)
  } catch (error) {
    const url = found(specifier, context.parentURL)
    if (url === undefined) throw error
    return { url, shortCircuit: true }
  }
}

export const load: LoadHook = async (url, context, next) => loaded(url) ?? (await next(url, context))

type Next<C, R> = (specifier: string, context: C) => R

/** The same two, as `registerHooks` of Node takes them. */
export const inThread = {
  resolve<C extends { readonly parentURL?: string | undefined }, R>(specifier: string, context: C, next: Next<C, R>) {
    try {
      return next(specifier, context)
    } catch (error) {
      const url = found(specifier, context.parentURL)
      if (url === undefined) throw error
      return { url, shortCircuit: true }
    }
  },
  load<C, R>(url: string, context: C, next: Next<C, R>) {
    return loaded(url) ?? next(url, context)
  },
}

function loaded(url: string): (Loaded & { readonly shortCircuit: true }) | null {
  const module = loadTypeScript(url)
  return module && { ...module, shortCircuit: true }
}
