import { defineConfig } from 'vite'

/** One file that needs Node and nothing else. The Python package carries it. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { noExternal: true, resolve: { conditions: ['source'] } },
  build: {
    ssr: 'src/batch-main.ts',
    outDir: '../../python/src/arena/env/engine',
    emptyOutDir: true,
    target: 'node20',
    minify: true,
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
    rolldownOptions: {
      output: { format: 'cjs', entryFileNames: 'batch.cjs', codeSplitting: false },
    },
  },
})
