import { defineConfig } from 'vite'

/**
 * The engine process as one file with everything in it, which an arena keeps: years later it plays the matches of its revision again. One
 * such process runs at a time, so its size does not matter.
 */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { noExternal: true, resolve: { conditions: ['source'] } },
  build: {
    ssr: 'src/engine/engine-main.ts',
    outDir: 'dist/engine',
    emptyOutDir: false,
    target: 'node20',
    minify: true,
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'kept-engine.cjs', codeSplitting: false } },
  },
})
