import { describe, expect, it } from 'vitest'
import { INTERNAL_ID } from './ids.ts'
import { f } from '../math.ts'
import { FIRST_OWN_ACTION } from './actions.ts'
import { ecbBottomOf, ecbPosesOf, ecbStepsOf } from './ecb.ts'
import { bodySizeOf, FIGHTERS } from './fighters.ts'

const FOX = INTERNAL_ID.fox
const CAPTAIN_FALCON = INTERNAL_ID['captain-falcon']
const SHEIK = INTERNAL_ID.sheik
const POPO = INTERNAL_ID.popo
const NANA = INTERNAL_ID.nana
const PIKACHU = INTERNAL_ID.pikachu
const MARTH = INTERNAL_ID.marth
const FALCO = INTERNAL_ID.falco
const GANONDORF = INTERNAL_ID.ganondorf

describe('ECBs', () => {
  it('gives the ECB by action and animation frame, or its usual figure', () => {
    const { ahead, behind } = ecbPosesOf(MARTH, 27)!
    expect([2, 3, 15, 200].map((frame) => ahead[frame])).toEqual([2, 2, f(4.63), undefined])
    expect(behind[300]).toBeUndefined()
    expect(ecbPosesOf(MARTH, 300)).toBeUndefined()
  })

  it("gives Captain Falcon's frame by frame, at the game's size (kodycode/meleelight-decomp-edition, times 1.45)", () => {
    const steps = ecbStepsOf(CAPTAIN_FALCON, 69)
    const bottoms = [14, 15, 16, 17].map((animationFrame) => ecbBottomOf(steps, { animationFrame }))
    expect(bottoms).toEqual([5.14, 3.3, 1.74, 0.36].map(f))
    const { ahead, behind, top } = ecbPosesOf(CAPTAIN_FALCON, 69)!
    expect([ahead[16], behind[16], top[16]]).toEqual([4.35, 4.35, 11.85].map(f))
  })

  it("has Captain Falcon's dive as narrow as his standing pose, and wide where he turns over; Ganondorf's from recorded walls", () => {
    const [falcon, ganondorf] = [ecbPosesOf(CAPTAIN_FALCON, 354)!, ecbPosesOf(GANONDORF, 354)!]
    expect([falcon.ahead[36], ganondorf.ahead[36]]).toEqual([11.02, 11.83].map(f))
    for (const frame of [20, 44]) {
      expect(falcon.ahead[frame]).toBeLessThan(3.5)
      expect(ganondorf.ahead[frame]).toBeLessThan(3.9)
    }
  })

  it("lets Captain Falcon's dive land on its 64th frame from the recorded height above the floor", () => {
    const steps = ecbStepsOf(CAPTAIN_FALCON, 354)
    expect([63, 64].map((animationFrame) => ecbBottomOf(steps, { animationFrame }))).toEqual([4.67, 3.06].map(f))
  })

  it("has the same values for Captain Falcon's dive from the ground and in the air, as one recorded landing shows", () => {
    const steps = ecbStepsOf(CAPTAIN_FALCON, 353)
    expect(steps).toEqual(ecbStepsOf(CAPTAIN_FALCON, 354))
    expect([51, 52].map((animationFrame) => ecbBottomOf(steps, { animationFrame }))).toEqual([10.13, 7.73].map(f))
  })

  it("has the values of the source for Fox's dash of the illusion, with which all 13 recorded frames at walls agree", () => {
    const { ahead, top } = ecbPosesOf(FOX, 351)!
    expect([...ahead]).toEqual([3.02, 3, 2.98, 2.96].map(f))
    expect(top[3]).toBe(f(8.48))
  })

  it('has the poses of Sheik coming back out of Vanish that 106 recorded frames beside walls determine', () => {
    const { ahead } = ecbPosesOf(SHEIK, 360)!
    expect([1, 2, 3].map((frame) => ahead[frame])).toEqual([3.53, 3.62, 3.95].map(f))
  })

  it("follows recorded walls between an animation's keys: a frame of Marth's air jump that 28 places on five stages determine", () => {
    const { ahead, top } = ecbPosesOf(MARTH, 27)!
    const bottom = ecbBottomOf(ecbStepsOf(MARTH, 27), { animationFrame: 12 })
    expect([bottom, ahead[12], top[12]]).toEqual([3.53, 3.9, 12.73].map(f))
  })

  it('lets Falco land from his neutral air as from 3.5 up and more, as 18 of 18 landings on nine recordings require', () => {
    const steps = ecbStepsOf(FALCO, 65)
    for (let animationFrame = 14; animationFrame <= 24; animationFrame++) {
      expect(ecbBottomOf(steps, { animationFrame })).toBeGreaterThan(3.5)
    }
  })

  it('lets Fox land on the eighth frame of a shot in the air from 4.317 up, and not from 4.2, as 15 of 15 recorded frames require', () => {
    const steps = ecbStepsOf(FOX, 345)
    const [seventh, eighth] = [6, 7].map((animationFrame) => ecbBottomOf(steps, { animationFrame }))
    expect(seventh).toBeGreaterThan(4.24)
    expect(eighth).toBeGreaterThan(4.2)
    expect(eighth).toBeLessThan(4.317)
  })

  it("gives Nana the bottoms of Popo's poses", () => {
    for (let action = 0; action < FIRST_OWN_ACTION; action++) {
      expect(ecbStepsOf(NANA, action)).toEqual(ecbStepsOf(POPO, action))
    }
  })

  it('has no half width below 2, and most the same on both sides (doldecomp/melee mpColl_LoadECB_JObj)', () => {
    const sides = FIGHTERS.flatMap(({ internalId }) =>
      Array.from({ length: FIRST_OWN_ACTION }, (_, action) => ecbPosesOf(internalId, action)),
    ).filter((poses) => poses !== undefined)
    const pairs = sides.flatMap(({ ahead, behind }) => [...ahead].map((width, frame) => [width, behind[frame]]))
    for (const pair of pairs) expect(pair[0] === 0 || pair[0]! >= 2).toBe(true)
    expect(pairs.filter(([ahead, behind]) => ahead === behind).length).toBeGreaterThan(0.8 * pairs.length)
  })

  it('gives the bottom of the ECB by action and animation frame, from a related pose, or by default', () => {
    const bottomAt = (action: number, animationFrame: number) =>
      ecbBottomOf(ecbStepsOf(FOX, action), { animationFrame })
    expect(bottomAt(69, 10)).toBe(f(4.69))
    expect(bottomAt(69, 60)).toBe(bottomAt(69, 48))
    expect(ecbStepsOf(PIKACHU, 31)).toEqual(ecbStepsOf(PIKACHU, 29))
    expect(bottomAt(300, 0)).toBe(bodySizeOf(FOX).bottom)
    for (const { internalId } of FIGHTERS) {
      const { bottom, top } = bodySizeOf(internalId)
      expect(bottom).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThan(bottom)
    }
  })
})
