import { defineConfig } from 'vite'

/**
 * The engine process in two forms. For matches it is one file, with one for what each fighter does and one for its figures, which are loaded
 * when it plays: a hundred of them run on one machine, and loading some eighty modules one by one costs each process 4 MB and 40 ms, the
 * fighters that do not play as much again (docs/performance.md). With `--mode kept` it is one file with everything in it, which an arena
 * keeps: years later it plays the matches of its revision again.
 */
const SHARED =
  /\/packages\/(?!engine\/src\/fighters\/[\w-]+\/|engine\/src\/tables\/generated\/(?!common|loaders|randall))/

export default defineConfig(({ mode }) => ({
  resolve: { conditions: ['source'] },
  ssr: { noExternal: true, resolve: { conditions: ['source'] } },
  build: {
    ssr: 'src/engine/engine-main.ts',
    outDir: 'dist/engine',
    emptyOutDir: false,
    target: 'node20',
    minify: true,
    rolldownOptions: {
      output:
        mode === 'kept'
          ? { format: 'cjs', entryFileNames: 'kept-engine.cjs', codeSplitting: false }
          : {
              format: 'cjs',
              entryFileNames: 'engine-main.cjs',
              chunkFileNames: ({ facadeModuleId }) =>
                facadeModuleId?.includes('/tables/generated/') ? 'figures/[name].cjs' : 'fighters/[name].cjs',
              codeSplitting: { groups: [{ name: 'engine', test: SHARED }] },
            },
    },
  },
}))
