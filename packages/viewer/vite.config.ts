import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const SHARED = /\/(?:engine|slp)\/(?:src|dist)\/(?!fighters\/|tables\/generated\/|chance\/)/

/** The element for pages: one script tag, with the worker and the fighters beside it at relative addresses. */
export default defineConfig({
  base: './',
  resolve: { conditions: ['source'] },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        chunkFileNames: '[name]-[hash].js',
        // Code that fighters share is one file: each of its modules would be a request.
        codeSplitting: { groups: [{ name: 'engine', test: SHARED }] },
      },
    },
  },
  build: {
    outDir: 'dist/browser',
    assetsDir: '.',
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: {
      // How long a plugin takes on a busy machine is no news.
      checks: { pluginTimings: false },
      input: fileURLToPath(new URL('src/element/index.ts', import.meta.url)),
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'arena-replay.js', chunkFileNames: '[name]-[hash].js' },
    },
  },
})
