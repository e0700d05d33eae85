/** No page outlives its test file. */
import { afterAll } from 'vitest'
import { closePages } from './browser.ts'

afterAll(closePages)
