/** What is still served while the service goes down. */

/** Reads go on to the end, so that the last matches can be watched; `/health` tells a balancer to turn away. */
export function isServedWhileDraining(method: string, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && path !== '/health'
}
