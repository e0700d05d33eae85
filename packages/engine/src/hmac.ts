/**
 * HMAC-SHA-256 (RFC 2104, FIPS 180-4) that allocates nothing after its key is set. Every frame of a match needs one,
 * and the temporary objects of a library were two thirds of all that a frame allocated. The key's two blocks are hashed
 * once, so that a short message costs two more.
 */

const BLOCK_BYTES = 64
const BLOCK_WORDS = 16
/** Bytes of the message's length, which end the last block. */
const LENGTH_BYTES = 8
const DIGEST_WORDS = 8
const INNER_PAD = 0x36
const OUTER_PAD = 0x5c
const END_MARK = 0x80

/** First 32 bits of the fractional parts of the square roots of the first 8 primes. */
const INITIAL = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
)

/** First 32 bits of the fractional parts of the cube roots of the first 64 primes. */
// oxfmt-ignore
const ROUNDS = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
)

/**
 * The block to be hashed next, which begins its message schedule. Of that only sixteen words are kept: a round replaces the word
 * that it has used by the one of sixteen rounds later.
 */
const schedule = new Int32Array(BLOCK_WORDS)

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/**
 * Hashes the block into a state of eight words, and clears it. Sixteen rounds are written out, so that no word moves from one variable
 * to the next and every index of the schedule is a constant: it takes half the time of a loop over single rounds.
 */
function compress(state: Int32Array): void {
  const w = schedule
  const k = ROUNDS
  let near: number
  let far: number
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < k.length; i += BLOCK_WORDS) {
    h = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (g ^ (e & (f ^ g))) + k[i + 0]! + w[0]!) | 0
    d = (d + h) | 0
    h = (h + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)))) | 0
    near = w[14]!
    far = w[1]!
    w[0]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[9]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    g = (g + (rotate(d, 6) ^ rotate(d, 11) ^ rotate(d, 25)) + (f ^ (d & (e ^ f))) + k[i + 1]! + w[1]!) | 0
    c = (c + g) | 0
    g = (g + (rotate(h, 2) ^ rotate(h, 13) ^ rotate(h, 22)) + ((h & a) | (b & (h | a)))) | 0
    near = w[15]!
    far = w[2]!
    w[1]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[10]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    f = (f + (rotate(c, 6) ^ rotate(c, 11) ^ rotate(c, 25)) + (e ^ (c & (d ^ e))) + k[i + 2]! + w[2]!) | 0
    b = (b + f) | 0
    f = (f + (rotate(g, 2) ^ rotate(g, 13) ^ rotate(g, 22)) + ((g & h) | (a & (g | h)))) | 0
    near = w[0]!
    far = w[3]!
    w[2]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[11]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    e = (e + (rotate(b, 6) ^ rotate(b, 11) ^ rotate(b, 25)) + (d ^ (b & (c ^ d))) + k[i + 3]! + w[3]!) | 0
    a = (a + e) | 0
    e = (e + (rotate(f, 2) ^ rotate(f, 13) ^ rotate(f, 22)) + ((f & g) | (h & (f | g)))) | 0
    near = w[1]!
    far = w[4]!
    w[3]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[12]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    d = (d + (rotate(a, 6) ^ rotate(a, 11) ^ rotate(a, 25)) + (c ^ (a & (b ^ c))) + k[i + 4]! + w[4]!) | 0
    h = (h + d) | 0
    d = (d + (rotate(e, 2) ^ rotate(e, 13) ^ rotate(e, 22)) + ((e & f) | (g & (e | f)))) | 0
    near = w[2]!
    far = w[5]!
    w[4]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[13]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    c = (c + (rotate(h, 6) ^ rotate(h, 11) ^ rotate(h, 25)) + (b ^ (h & (a ^ b))) + k[i + 5]! + w[5]!) | 0
    g = (g + c) | 0
    c = (c + (rotate(d, 2) ^ rotate(d, 13) ^ rotate(d, 22)) + ((d & e) | (f & (d | e)))) | 0
    near = w[3]!
    far = w[6]!
    w[5]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[14]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    b = (b + (rotate(g, 6) ^ rotate(g, 11) ^ rotate(g, 25)) + (a ^ (g & (h ^ a))) + k[i + 6]! + w[6]!) | 0
    f = (f + b) | 0
    b = (b + (rotate(c, 2) ^ rotate(c, 13) ^ rotate(c, 22)) + ((c & d) | (e & (c | d)))) | 0
    near = w[4]!
    far = w[7]!
    w[6]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[15]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    a = (a + (rotate(f, 6) ^ rotate(f, 11) ^ rotate(f, 25)) + (h ^ (f & (g ^ h))) + k[i + 7]! + w[7]!) | 0
    e = (e + a) | 0
    a = (a + (rotate(b, 2) ^ rotate(b, 13) ^ rotate(b, 22)) + ((b & c) | (d & (b | c)))) | 0
    near = w[5]!
    far = w[8]!
    w[7]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[0]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    h = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (g ^ (e & (f ^ g))) + k[i + 8]! + w[8]!) | 0
    d = (d + h) | 0
    h = (h + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) | (c & (a | b)))) | 0
    near = w[6]!
    far = w[9]!
    w[8]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[1]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    g = (g + (rotate(d, 6) ^ rotate(d, 11) ^ rotate(d, 25)) + (f ^ (d & (e ^ f))) + k[i + 9]! + w[9]!) | 0
    c = (c + g) | 0
    g = (g + (rotate(h, 2) ^ rotate(h, 13) ^ rotate(h, 22)) + ((h & a) | (b & (h | a)))) | 0
    near = w[7]!
    far = w[10]!
    w[9]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[2]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    f = (f + (rotate(c, 6) ^ rotate(c, 11) ^ rotate(c, 25)) + (e ^ (c & (d ^ e))) + k[i + 10]! + w[10]!) | 0
    b = (b + f) | 0
    f = (f + (rotate(g, 2) ^ rotate(g, 13) ^ rotate(g, 22)) + ((g & h) | (a & (g | h)))) | 0
    near = w[8]!
    far = w[11]!
    w[10]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[3]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    e = (e + (rotate(b, 6) ^ rotate(b, 11) ^ rotate(b, 25)) + (d ^ (b & (c ^ d))) + k[i + 11]! + w[11]!) | 0
    a = (a + e) | 0
    e = (e + (rotate(f, 2) ^ rotate(f, 13) ^ rotate(f, 22)) + ((f & g) | (h & (f | g)))) | 0
    near = w[9]!
    far = w[12]!
    w[11]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[4]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    d = (d + (rotate(a, 6) ^ rotate(a, 11) ^ rotate(a, 25)) + (c ^ (a & (b ^ c))) + k[i + 12]! + w[12]!) | 0
    h = (h + d) | 0
    d = (d + (rotate(e, 2) ^ rotate(e, 13) ^ rotate(e, 22)) + ((e & f) | (g & (e | f)))) | 0
    near = w[10]!
    far = w[13]!
    w[12]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[5]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    c = (c + (rotate(h, 6) ^ rotate(h, 11) ^ rotate(h, 25)) + (b ^ (h & (a ^ b))) + k[i + 13]! + w[13]!) | 0
    g = (g + c) | 0
    c = (c + (rotate(d, 2) ^ rotate(d, 13) ^ rotate(d, 22)) + ((d & e) | (f & (d | e)))) | 0
    near = w[11]!
    far = w[14]!
    w[13]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[6]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    b = (b + (rotate(g, 6) ^ rotate(g, 11) ^ rotate(g, 25)) + (a ^ (g & (h ^ a))) + k[i + 14]! + w[14]!) | 0
    f = (f + b) | 0
    b = (b + (rotate(c, 2) ^ rotate(c, 13) ^ rotate(c, 22)) + ((c & d) | (e & (c | d)))) | 0
    near = w[12]!
    far = w[15]!
    w[14]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[7]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
    a = (a + (rotate(f, 6) ^ rotate(f, 11) ^ rotate(f, 25)) + (h ^ (f & (g ^ h))) + k[i + 15]! + w[15]!) | 0
    e = (e + a) | 0
    a = (a + (rotate(b, 2) ^ rotate(b, 13) ^ rotate(b, 22)) + ((b & c) | (d & (b | c)))) | 0
    near = w[13]!
    far = w[0]!
    w[15]! +=
      (rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)) + w[8]! + (rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3))
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
  for (let i = 0; i < BLOCK_WORDS; i++) w[i] = 0
}

function putByte(at: number, byte: number): void {
  schedule[at >> 2]! |= byte << (24 - 8 * (at & 3))
}

export class Hmac {
  /** States after the key's inner and outer block. */
  readonly #inner = INITIAL.slice()
  readonly #outer = INITIAL.slice()
  readonly #state = new Int32Array(DIGEST_WORDS)

  /** A key of at most 64 bytes. */
  constructor(key: Uint8Array) {
    for (const [state, pad] of [
      [this.#inner, INNER_PAD],
      [this.#outer, OUTER_PAD],
    ] as const) {
      for (let i = 0; i < BLOCK_BYTES; i++) putByte(i, (key[i] ?? 0) ^ pad)
      compress(state)
    }
  }

  /** The first four bytes, big-endian, of the code of the first `length` bytes of a message, as a signed number. */
  firstWord(message: Uint8Array, length: number): number {
    const state = this.#state
    copyWords(state, this.#inner)
    let at = 0
    for (let i = 0; i < length; i++) {
      putByte(at++, message[i]!)
      if (at === BLOCK_BYTES) {
        compress(state)
        at = 0
      }
    }
    putByte(at++, END_MARK)
    if (at > BLOCK_BYTES - LENGTH_BYTES) compress(state)
    schedule[BLOCK_WORDS - 1] = 8 * (BLOCK_BYTES + length)
    compress(state)
    copyWords(schedule, state)
    putByte(4 * DIGEST_WORDS, END_MARK)
    schedule[BLOCK_WORDS - 1] = 8 * (BLOCK_BYTES + 4 * DIGEST_WORDS)
    copyWords(state, this.#outer)
    compress(state)
    return state[0]!
  }
}

/** The words of a state. By hand: a typed array's own methods leave compiled code. */
function copyWords(into: Int32Array, from: Int32Array): void {
  for (let i = 0; i < DIGEST_WORDS; i++) into[i] = from[i]!
}
