/** npm forwards a Ctrl-C that the terminal has already sent to every process. Within this time both are one signal. */
const ECHO_MS = 500

/** Calls `take` for each signal that a person or a supervisor sends, from the first on, and says whether it is the first. */
export function onSignals(signals: readonly NodeJS.Signals[], take: (isFirst: boolean) => void): void {
  let firstAt: number | null = null
  const hear = (): void => {
    const now = performance.now()
    if (firstAt !== null && now - firstAt < ECHO_MS) return
    const isFirst = firstAt === null
    firstAt ??= now
    take(isFirst)
  }
  for (const signal of signals) process.on(signal, hear)
}
