import { defineConfig } from 'vite'
import { storedTables } from './stored-tables.ts'

/**
 * The engine process as one file and its tables as another: a hundred of them run on one machine, and loading some eighty
 * modules one by one costs each process 4 MB and 40 ms (docs/performance.md).
 */
export default defineConfig({
  plugins: [storedTables(/\/tables\/generated\//, 'engine-tables.txt')],
  resolve: { conditions: ['source'] },
  ssr: { noExternal: true, resolve: { conditions: ['source'] } },
  build: {
    ssr: 'src/matches/engine-main.ts',
    outDir: 'dist/matches',
    emptyOutDir: false,
    target: 'node20',
    minify: true,
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'engine-main.cjs' } },
  },
})
