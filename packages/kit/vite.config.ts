import { defineConfig } from 'vite'

/**
 * The kit with all that it needs, for a machine that has Node and nothing else: the program, the processes of host and engine that it
 * starts, and the hooks for bots in TypeScript. Modules find files beside themselves, so what is bundled lies as it does in the
 * packages: `dist` of the kit, `hosts` of the host. scripts/pack adds the rest. Not minified: an error names a line that can be read.
 */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { noExternal: true, resolve: { conditions: ['source'] } },
  build: {
    ssr: true,
    outDir: 'bundle',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
    rolldownOptions: {
      input: {
        'dist/main': 'src/main.ts',
        'dist/engine-main': '../host/src/engine/engine-main.ts',
        'dist/typescript/register': 'src/typescript/register.ts',
        'dist/typescript/hooks': 'src/typescript/hooks.ts',
        'hosts/host-main': '../host/src/hosts/host-main.ts',
      },
      output: { chunkFileNames: 'dist/[name].js' },
    },
  },
})
