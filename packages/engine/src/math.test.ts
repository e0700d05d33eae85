import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atan2f, atanf, cosf, f, fma, HALF_PI, PI, sinf, sqrtf } from './math.ts'

const angles = fc.float({ min: -100, max: 100, noNaN: true })
const reals = fc.float({ noNaN: true, noDefaultInfinity: true })
const runs = { seed: 7, numRuns: 5000 }

/** The binary32 bits of a value, so that goldens pin sign and last place. */
function bits(x: number): string {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, x)
  return view.getUint32(0).toString(16).padStart(8, '0')
}

describe('fma and sqrtf', () => {
  it('rounds a * b + c once', () => {
    const a = f(1 + 2 ** -23)
    expect(fma(a, a, -(1 + 2 ** -22))).toBe(2 ** -46)
    expect(f(f(a * a) - (1 + 2 ** -22))).toBe(0)
  })

  it('gives the binary32 value nearest to the square root', () => {
    expect(bits(sqrtf(2))).toBe('3fb504f3')
    fc.assert(
      fc.property(fc.float({ min: 0, noNaN: true, noDefaultInfinity: true }), (x) =>
        Object.is(sqrtf(x), f(Math.sqrt(x))),
      ),
      runs,
    )
  })
})

describe('the console trigonometry', () => {
  it('stays within four units in the last place of the true sine and cosine', () => {
    fc.assert(
      fc.property(angles, (x) => Math.abs(sinf(x) - Math.sin(x)) < 2.4e-7 && Math.abs(cosf(x) - Math.cos(x)) < 2.4e-7),
      runs,
    )
  })

  it('stays close to the true arctangent over the whole line', () => {
    fc.assert(
      fc.property(reals, (x) => Math.abs(atanf(x) - Math.atan(x)) < 5e-7),
      runs,
    )
  })

  it('is odd in sine and arctangent, even in cosine, to the bit (but for the sign of a zero sine)', () => {
    fc.assert(
      fc.property(
        angles,
        (x) => Object.is(sinf(-x) + 0, -sinf(x) + 0) && Object.is(cosf(-x), cosf(x)) && Object.is(atanf(-x), -atanf(x)),
      ),
      runs,
    )
  })

  it('gives only binary32 values', () => {
    fc.assert(
      fc.property(angles, reals, (x, y) =>
        [sinf(x), cosf(x), atanf(x), atan2f(y, x)].every((value) => Object.is(value, f(value))),
      ),
      runs,
    )
  })

  it('keeps the bits of chosen values', () => {
    const inputs = [0, 0.0002, 0.1, 0.5, 0.785398, 1, 1.5707964, 2, 3.1415927, -0.3, -2.5, 10, 100]
    const rows = inputs.map((x) => [sinf(f(x)), cosf(f(x)), atanf(f(x))].map(bits).join(' '))
    expect(rows).toEqual([
      '00000000 3f800000 00000000',
      '3951b717 3f800000 3951b717',
      '3dcc7577 3f7eb898 3dcc1f14',
      '3ef57743 3f60a940 3eed6333',
      '3f3504f1 3f3504f5 3f2a7025',
      '3f576aa5 3f0a5141 3f490fdb',
      '3f800000 b36f0965 3f807f4c',
      '3f68c7b7 bed51134 3f8db70d',
      'b3bbbd2e bf800000 3fa19dc6',
      'be974e6d 3f7490ef be9539d4',
      'bf193579 bf4d17c0 bf985b6c',
      'bf0b44f8 bf56cd64 3fbc4dea',
      'bf01a12e 3f5cc0ee 3fc7c830',
    ])
  })
})

describe('atan2f', () => {
  it('finds the angle of every direction', () => {
    fc.assert(
      fc.property(angles, angles, (y, x) => {
        fc.pre(Math.abs(x) > 1e-3 || Math.abs(y) > 1e-3)
        return Math.abs(atan2f(y, x) - Math.atan2(y, x)) < 1e-6
      }),
      runs,
    )
  })

  it('decides the axes by the sign bits, as the console does', () => {
    expect(atan2f(0, 1)).toBe(0)
    expect(atan2f(1, 0)).toBe(HALF_PI)
    expect(atan2f(-1, 0)).toBe(-HALF_PI)
    expect(atan2f(-1, -0)).toBe(-HALF_PI)
    expect(atan2f(0, -1)).toBe(PI)
    expect(atan2f(-0, -1)).toBe(-PI)
    expect(atan2f(0, 0)).toBe(HALF_PI)
    expect(atan2f(-0, -0)).toBe(-HALF_PI)
  })
})
