import { existsSync, readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The folder of drawings, named after what is in it; '' on a system that cannot draw. */
const DRAWN = fileURLToPath(new URL('dist/drawn', import.meta.url))
const drawn = (existsSync(DRAWN) && readdirSync(DRAWN)[0]) || ''

/** A page has a script where its folder has a `main.ts` or `main.tsx`. */
const SCRIPTS = readdirSync(fileURLToPath(new URL('src', import.meta.url)), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^\w+\/main\.tsx?$/.test(file))
  .map((file) => `src/${file}`)

const ENGINE = /\/(?:engine|slp)\/src\/(?!fighters\/|tables\/generated\/|chance\/)/

/**
 * Two builds of the same pages: `dist/client`, the style sheet and the scripts that browsers load, and `dist/server`, one
 * self-contained module that renders every page for the service. Everything stays a file of its own: the pages' policy
 * allows no inline script, style or data URL for either. `manifest.json` names the files.
 */
export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [react()],
  // Scripts and workers find each other from where they lie, below whatever path.
  base: './',
  // The service itself answers the files of `static`.
  publicDir: false,
  resolve: { conditions: ['source'] },
  ssr: { noExternal: true, resolve: { conditions: ['source'] } },
  // The viewer's worker is a module, as it loads fighters when they play.
  worker: {
    format: 'es',
    // Code that fighters share is one file: each of its modules would be a request.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'engine', test: ENGINE }] } } },
  },
  define: { 'process.env.NODE_ENV': '"production"', __DRAWN__: JSON.stringify(drawn) },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    ...(!isSsrBuild && {
      manifest: 'manifest.json',
      rolldownOptions: {
        // How long a plugin takes on a busy machine is no news.
        checks: { pluginTimings: false },
        input: ['src/styles/index.css', ...SCRIPTS],
      },
    }),
  },
}))
