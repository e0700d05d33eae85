/** Several workers on one task, of whom the first that fails ends all. */

/**
 * Runs `count` workers until all have ended. Rejects with what the first failure was: the others only say that they were ended. `onEnd`
 * is called as each ends.
 */
export async function runWorkers(
  count: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  onEnd: () => void = () => {},
): Promise<void> {
  const breaking = new AbortController()
  const either = AbortSignal.any([signal, breaking.signal])
  const workers = Array.from({ length: count }, () =>
    work(either)
      .catch((error: unknown) => breaking.abort(error))
      .finally(onEnd),
  )
  await Promise.all(workers)
  if (!signal.aborted) breaking.signal.throwIfAborted()
}
