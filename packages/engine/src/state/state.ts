/** A digest of a whole state: FNV-1a over its words, so that a difference in one bit anywhere shows. */

const OFFSET = 0x811c9dc5 | 0
const PRIME = 0x01000193

export function hashWords(buffer: ArrayBuffer): number {
  const words = new Int32Array(buffer)
  let hash = OFFSET
  for (let i = 0; i < words.length; i++) {
    hash = Math.imul(hash ^ words[i]!, PRIME)
    hash ^= hash >>> 15
  }
  return hash >>> 0
}
