/** What is still served while the service goes down, and while it is under maintenance. */

/** Reads are answered to the end, so that the last matches can be watched; these paths make a balancer turn away. */
const FOR_BALANCERS: ReadonlySet<string> = new Set(['/health', '/ready'])

/** A balancer is not turned away: no other machine would serve more. */
export function isServedInMaintenance(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

export function isServedWhileDraining(method: string, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !FOR_BALANCERS.has(path)
}
