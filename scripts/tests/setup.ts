/** Vitest evaluates this before each test file, but what it imports once for all files of a worker. */
import './equal-bytes.ts'
