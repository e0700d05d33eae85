/** What is still served while the service goes down, and while it is under maintenance. */

/**
 * Reads are answered to the end, so that the last matches can be watched. Two paths make a balancer turn away, and a connector goes
 * to another machine.
 */
const TURNED_AWAY: ReadonlySet<string> = new Set(['/health', '/ready', '/relay'])

/** A balancer is not turned away: no other machine would serve more. */
export function isServedInMaintenance(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

export function isServedWhileDraining(method: string, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !TURNED_AWAY.has(path)
}
