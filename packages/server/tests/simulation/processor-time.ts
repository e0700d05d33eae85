/** Milliseconds of the processor that this process has had. Budgets of it are the same work on a machine that is busy. */
export function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
