/** Hooks of Node's loader: some modules come from another place than where they are asked for (`preload.ts`). */
import type { InitializeHook, ResolveHook } from 'node:module'

let places: ReadonlyMap<string, string>

export const initialize: InitializeHook<ReadonlyMap<string, string>> = (data) => {
  places = data
}

export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  const found = await nextResolve(specifier, context)
  const url = places.get(found.url)
  return url === undefined ? found : { url, format: 'module', shortCircuit: true }
}
