/** A number from 0 to 1 that looks random and is the same for the same numbers. */
export function noise(a: number, b = 0): number {
  let t = (Math.imul(Math.floor(a) | 0, 0x9e3779b1) ^ Math.imul(Math.floor(b) | 0, 0x85ebca6b)) | 0
  t = Math.imul(t ^ (t >>> 15), 0x2c1b3c6d)
  t = Math.imul(t ^ (t >>> 12), 0x297a2d39)
  return ((t ^ (t >>> 15)) >>> 0) / 4294967296
}
