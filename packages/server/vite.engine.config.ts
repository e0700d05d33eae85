import { defineConfig } from 'vite'

/**
 * The engine process as one file, in place of the compiled module: a hundred of them run on one machine, and loading some
 * eighty modules one by one costs each process 4 MB and 40 ms (docs/performance.md).
 */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { noExternal: true, resolve: { conditions: ['source'] } },
  build: {
    ssr: 'src/matches/engine-main.ts',
    outDir: 'dist/matches',
    emptyOutDir: false,
    target: 'node20',
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'engine-main.js' } },
  },
})
