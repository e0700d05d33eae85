import { defineConfig } from 'vite'
import { loadedApart } from './loaded-apart.ts'
import { storedTables } from './stored-tables.ts'

/**
 * The engine process as one file, its tables in a few beside it and small ones for each fighter, who is loaded to play: a
 * hundred of them run on one machine, and loading some eighty modules one by one costs each process 4 MB and 40 ms, the
 * fighters that do not play 1 MB (docs/performance.md).
 */
export default defineConfig({
  plugins: [
    storedTables(/\/tables\/generated\//, 'engine-tables'),
    loadedApart(/\/engine\/src\/fighters\/index\.ts$/, 'fighters'),
  ],
  resolve: { conditions: ['source'] },
  ssr: { noExternal: true, resolve: { conditions: ['source'] } },
  build: {
    ssr: 'src/matches/engine-main.ts',
    outDir: 'dist/matches',
    emptyOutDir: false,
    target: 'node20',
    minify: true,
    rolldownOptions: {
      output: {
        format: 'cjs',
        entryFileNames: 'engine-main.cjs',
        // What fighters have in common with each other only.
        chunkFileNames: 'fighters/shared-[name].cjs',
        codeSplitting: { groups: [{ name: 'engine', test: /\/packages\/(?!engine\/src\/fighters\/[\w-]+\/)/ }] },
      },
    },
  },
})
