/**
 * The console's arithmetic: IEEE binary32 with fused multiply-add, and its own sine, cosine and arctangent.
 * Every gameplay number passes through here or through `f`; the platform's Math.sin and its kin are
 * implementation-approximated and must not appear in the engine.
 * Source: coefficients of the game's trigonometry as published in doldecomp/melee (lbtrigf, MSL/trigf).
 */

/** Rounds to binary32. */
export const f = Math.fround

/** `a * b + c` with one rounding: the product of two binary32 values is exact in double. */
export function fma(a: number, b: number, c: number): number {
  return f(a * b + c)
}

/** Square root, correctly rounded to binary32. */
export function sqrtf(x: number): number {
  return f(Math.sqrt(x))
}

/** Pi, half of it, and one degree in radians, as the game holds them. */
export const PI = f(3.14159265358979)
export const HALF_PI = f(1.57079632679489)
export const RADIANS_PER_DEGREE = f(0.0174532925199432)

const TWO_OVER_PI = f(0.63661975)
const QUARTER_PI = f(0.7853982)
/** Below this the polynomials lose to the linear term. */
const LINEAR_LIMIT = f(3.45266983e-4)

// 4/pi - 1 in four parts, so that the reduced argument keeps its low bits.
const REDUCE_0 = f(0.25)
const REDUCE_1 = f(0.0232393741608)
const REDUCE_2 = f(1.70555722434e-7)
const REDUCE_3 = f(1.86736494323e-11)

const SIN_4 = f(3.089747e-7)
const SIN_3 = f(-3.657235e-5)
const SIN_2 = f(2.4903931e-3)
const SIN_1 = f(-0.08074551)

const COS_4 = f(3.5287617e-6)
const COS_3 = f(-3.259365e-4)
const COS_2 = f(0.015854323)
const COS_1 = f(-0.30842513)

/** The sign bit. */
function isNegative(x: number): boolean {
  return x < 0 || Object.is(x, -0)
}

/** The nearest whole number of quarter turns, as the console rounds it. */
function quadrantOf(x: number): number {
  const z = f(TWO_OVER_PI * x)
  return Math.trunc(isNegative(x) ? f(z - 0.5) : f(z + 0.5)) | 0
}

/** The angle less `n` quarter turns, in units of pi/4. */
function reduce(x: number, n: number): number {
  let y = f(x - f(2 * n))
  y = fma(REDUCE_0, x, y)
  y = fma(REDUCE_1, x, y)
  y = fma(REDUCE_2, x, y)
  return fma(REDUCE_3, x, y)
}

function sinPolynomial(y: number): number {
  const s = f(y * y)
  return f(fma(fma(fma(fma(SIN_4, s, SIN_3), s, SIN_2), s, SIN_1), s, QUARTER_PI) * y)
}

function cosPolynomial(y: number): number {
  const s = f(y * y)
  return fma(fma(fma(fma(COS_4, s, COS_3), s, COS_2), s, COS_1), s, 1)
}

/** Sine and cosine of n quarter turns. */
const QUARTER_SIN = [0, 1, 0, -1]
const QUARTER_COS = [1, 0, -1, 0]

export function sinf(x: number): number {
  const n = quadrantOf(x)
  const y = reduce(x, n)
  const quarterSin = QUARTER_SIN[n & 3]!
  const quarterCos = QUARTER_COS[n & 3]!
  if (Math.abs(y) < LINEAR_LIMIT) return fma(f(quarterCos * y), QUARTER_PI, quarterSin)
  return n & 1 ? f(cosPolynomial(y) * quarterSin) : f(sinPolynomial(y) * quarterCos)
}

export function cosf(x: number): number {
  const n = quadrantOf(x)
  const y = reduce(x, n)
  const quarterSin = QUARTER_SIN[n & 3]!
  const quarterCos = QUARTER_COS[n & 3]!
  if (Math.abs(y) < LINEAR_LIMIT) return f(quarterCos - y * quarterSin)
  return n & 1 ? f(-sinPolynomial(y) * quarterSin) : f(cosPolynomial(y) * quarterCos)
}

const ATAN_FAR = f(2.4142137)
const ATAN_NEAR = f(0.41421357)

/**
 * The middle range of the arctangent is cut into segments around odd multiples of pi/16 (and pi/4). With c the
 * cotangent of a segment's centre, atan(a) = centre + atan((c * a - 1) / (c + a)); c, c * c + 1 and the centre are
 * each kept as a head and a tail.
 */
const ATAN_SEGMENTS = [
  segment(2.4142129, 5.62e-7, 6.8284202, 7.135e-6, 0.39269, 9.0816984e-6),
  segment(1.4966058, 0, 3.2398281, 8.2e-7, 0.5890486, 2.3e-8),
  segment(1, 0, 2, 0, 0.7853981, 6.3e-8),
  segment(0.6681786, 0, 1.446462, 6.3e-7, 0.981747, 7.04e-7),
  segment(0.41421357, 0, 1.1715729, 0, 1.178097, 2.5e-7),
] as const

function segment(c: number, cTail: number, p: number, pTail: number, centre: number, centreTail: number) {
  return { c: f(c), cTail: f(cTail), p: f(p), pTail: f(pTail), centre: f(centre), centreTail: f(centreTail) }
}

const ATAN_BORDERS = [f(0.53451115), f(0.82067877), f(1.2185035), f(1.8708684)] as const

function segmentOf(a: number): (typeof ATAN_SEGMENTS)[number] {
  let i = 0
  while (i < ATAN_BORDERS.length && a >= ATAN_BORDERS[i]!) i++
  return ATAN_SEGMENTS[i]!
}

const ATAN_5 = f(0.047142435)
const ATAN_4 = f(-0.08459756)
const ATAN_3 = f(0.1104118)
const ATAN_2 = f(-0.1428165)
const ATAN_1 = f(0.19999887)
const ATAN_0 = f(-0.33333331)

function atanCore(r: number): number {
  const s = f(r * r)
  let p = fma(s, ATAN_5, ATAN_4)
  p = fma(s, p, ATAN_3)
  p = fma(s, p, ATAN_2)
  p = fma(s, p, ATAN_1)
  p = fma(s, p, ATAN_0)
  return fma(f(r * s), p, r)
}

export function atanf(x: number): number {
  const a = Math.abs(x)
  let result: number
  if (a >= ATAN_FAR) {
    result = f(HALF_PI - atanCore(f(1 / a)))
  } else if (a > ATAN_NEAR) {
    const { c, cTail, p, pTail, centre, centreTail } = segmentOf(a)
    const q = f(1 / f(c + f(a + cTail)))
    const r = f(f(c - q * p) + f(cTail - q * pTail))
    result = f(f(atanCore(r) + centreTail) + centre)
  } else {
    result = atanCore(a)
  }
  return isNegative(x) ? -result : result
}

/** The console's four-quadrant arctangent. Zero over minus zero and the like follow its sign rules, not IEEE's. */
export function atan2f(y: number, x: number): number {
  if (x === 0) return isNegative(y) ? -HALF_PI : HALF_PI
  const angle = atanf(f(y / x))
  if (x > 0) return angle
  return isNegative(y) ? f(angle - PI) : f(angle + PI)
}
