import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draw, drawCharacter, drawPorts, drawStage, FrameSeeds, SEED_BYTES, STAGE_IDS } from './seed.ts'

const seeds = fc.uint8Array({ minLength: SEED_BYTES, maxLength: SEED_BYTES })
const judge = (seed: Uint8Array, label: string) =>
  createHmac('sha256', seed).update(label, 'ascii').digest().readUInt32BE(0)

describe('draws from the match seed', () => {
  it('gives the first four bytes, big-endian, of HMAC-SHA-256 over the label, as node:crypto computes it', () => {
    fc.assert(
      fc.property(seeds, fc.string({ unit: 'binary-ascii', maxLength: 200 }), (seed, label) => {
        expect(draw(seed, label)).toBe(judge(seed, label))
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  it('keeps literal vectors, so that another implementation can check itself', () => {
    const zero = new Uint8Array(32)
    const counting = Uint8Array.from({ length: 32 }, (_, i) => i)
    const labels = ['ports', 'stage', 'character/0', 'character/1', 'frame/-123', 'frame/0', 'frame/28800']
    const hex = (seed: Uint8Array) => labels.map((label) => draw(seed, label).toString(16).padStart(8, '0'))
    expect(hex(zero)).toEqual(['52560805', '430818bc', '2e57de71', '3e8757d1', 'b253b0b7', 'a689ec7f', '3609af26'])
    expect(hex(counting)).toEqual(['93367ff8', '5f9f6511', 'b6f559bc', 'd29d08f9', '082afa52', 'c26a44a6', 'dcd927d4'])
  })

  it('takes stage, character and ports from the remainders that the rules name', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(drawStage(seed)).toBe([31, 32, 28, 8, 2, 3][judge(seed, 'stage') % 6])
        expect(drawCharacter(seed, 0)).toBe(judge(seed, 'character/0') % 26)
        expect(drawCharacter(seed, 1)).toBe(judge(seed, 'character/1') % 26)
        expect(drawPorts(seed)).toBe(judge(seed, 'ports') % 2)
      }),
      { seed: 2, numRuns: 100 },
    )
  })

  it('reaches every stage, character and port order', () => {
    const stages = new Set<number>()
    const characters = new Set<number>()
    const ports = new Set<number>()
    const seed = new Uint8Array(SEED_BYTES)
    for (let i = 0; i < 400; i++) {
      seed[0] = i & 255
      seed[1] = i >> 8
      stages.add(drawStage(seed))
      characters.add(drawCharacter(seed, i % 2))
      ports.add(drawPorts(seed))
    }
    expect([stages.size, characters.size, ports.size]).toEqual([STAGE_IDS.length, 26, 2])
  })

  it('refuses a seed that is not 32 bytes and a label that is not ASCII', () => {
    expect(() => draw(new Uint8Array(31), 'stage')).toThrow(RangeError)
    expect(() => draw(new Uint8Array(32), 'stagé')).toThrow(RangeError)
  })
})

describe('FrameSeeds', () => {
  it('gives draw(seed, "frame/<n>") for any frame in any order', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.array(fc.integer({ min: -2147483647, max: 2147483647 }), { maxLength: 20 }),
        (seed, frames) => {
          const frameSeeds = new FrameSeeds(seed)
          for (const frame of [-123, -100, -99, -10, -9, -1, 0, 1, 9, 10, 99, 100, 28_800, ...frames]) {
            expect(frameSeeds.at(frame)).toBe(judge(seed, `frame/${frame}`) | 0)
          }
        },
      ),
      { seed: 3, numRuns: 50 },
    )
  })
})
