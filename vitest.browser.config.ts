import { defineConfig, mergeConfig } from 'vitest/config'
import base from './vitest.config.ts'

/** Suites that drive a real Chromium, found at CHROMIUM_PATH or /usr/bin/chromium. */
export default mergeConfig(base, defineConfig({ test: { include: ['packages/*/tests/**/*.browser.test.ts'] } }))
