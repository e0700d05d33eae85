/**
 * Starts a process on a machine that may have no room for it: no memory, no process number, no file descriptor. Node
 * throws for some of that, reports some in an `error` event, and may give back a child that has no pipes.
 */
import type { ChildProcess } from 'node:child_process'

/** The child, or null; then `failed` is called with the reason, once, and never before this has returned. */
export function startProcess<Child extends ChildProcess>(
  start: () => Child,
  failed: (error: Error) => void,
): Child | null {
  let child: Child
  try {
    child = start()
  } catch (error) {
    process.nextTick(failed, error)
    return null
  }
  if (child.pid !== undefined) return child
  child.once('error', (error) => {
    // Further errors are about the same; without a listener they would end this process.
    child.on('error', () => {})
    failed(error)
  })
  return null
}
