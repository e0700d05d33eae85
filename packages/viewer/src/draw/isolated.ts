/** A name on a canvas: its direction is its own, as that of a `<bdi>` on a page (Unicode's isolates). */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`
}
