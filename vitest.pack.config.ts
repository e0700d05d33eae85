import { defineConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** What `npm run pack` gives, installed and played. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['scripts/**/*.pack.test.ts'],
    exclude: ['**/node_modules/**'],
  },
})
