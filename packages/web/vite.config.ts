import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Two builds of the same page: `dist/client`, which browsers load, and `dist/server`, one self-contained module that
 * renders the first content for the service. Everything stays a file of its own: the page's policy allows no inline
 * script, style or data URL for either.
 */
export default defineConfig({
  plugins: [react()],
  // What lies in `static` the service answers itself.
  publicDir: false,
  resolve: { conditions: ['source'] },
  ssr: { noExternal: true, resolve: { conditions: ['source'] } },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { outDir: 'dist/client', emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
})
