/** Entry, deaths, returns and the end of a game. "Recorded" figures are read off public tournament recordings. */
import { describe, expect, test } from 'vitest'
import { EXTERNAL_ID } from '../src/tables/ids.ts'
import { Game, STAGE_IDS, type StageId } from '../src/index.ts'
import { STAGE_BY_ID } from '../src/stages/index.ts'
import { random16 } from '../src/random.ts'
import { FrameSeeds } from '../src/seed.ts'
import { MatchRecord } from '../src/state/fields.ts'
import { STATE_AT } from '../src/state/state.ts'
import { ACTION, BUTTON, hanging, NEUTRAL, offStage, press, RIGHT, runs, Scene, stick } from './scene.ts'

describe('entry (doldecomp/melee ftCo_Entry)', () => {
  test.each(STAGE_IDS)('stage %i: both fighters begin at their spawn points, facing the centre', (stage) => {
    const scene = new Scene({ stage })
    const post = scene.step()
    const [x, y] = STAGE_BY_ID[stage].spawns[0]
    expect([post.frame, post.positionX, post.positionY]).toEqual([-123, Math.fround(x), Math.fround(y)])
    expect(post.facingDirection).toBe(1)
    expect(scene.game.players.map((player) => player.stocks)).toEqual([4, 4])
  })

  test('5 frames waiting, 29 up, 30 down, then a fall (all recorded entries)', () => {
    const scene = new Scene()
    const posts = scene.hold(NEUTRAL, 80)
    expect(runs(posts).slice(0, 4)).toEqual([
      [ACTION.Entry, 5],
      [ACTION.EntryStart, 29],
      [ACTION.EntryEnd, 30],
      [ACTION.Fall, expect.any(Number)],
    ])
    const highest = Math.max(...posts.map((post) => post.positionY))
    expect(highest - posts[0]!.positionY).toBeCloseTo(1.348, 2)
    expect(posts[64]!.frame).toBe(-59)
  })
})

describe('death and return (doldecomp/melee ftCo_Dead, ftCo_Rebirth)', () => {
  /** Falls to its death below Final Destination. */
  function dying(): Scene {
    const scene = offStage(EXTERNAL_ID.fox, 40, -100)
    scene.until((post) => post.actionStateId === ACTION.DeadDown)
    return scene
  }

  test('past the bottom: the stock is lost at once, and 60 frames later the platform descends for 60 (394, 453 recorded)', () => {
    const scene = dying()
    expect(scene.post.stocksRemaining).toBe(3)
    expect(scene.post.positionY).toBeLessThan(-140)
    const posts = [scene.post, ...scene.hold(NEUTRAL, 420)]
    expect(runs(posts).slice(0, 4)).toEqual([
      [ACTION.DeadDown, 60],
      [ACTION.Rebirth, 60],
      [ACTION.RebirthWait, 240],
      [ACTION.Fall, expect.any(Number)],
    ])
    // Recorded on port 1: from 112.85 down to 45 at x 16.
    expect([posts[60]!.positionX, posts[60]!.positionY]).toEqual([16, expect.closeTo(112.85, 3)])
    expect(posts[119]!.positionY).toBeCloseTo(45, 3)
  })

  test('a return draws twice from the generator, before the controllers are read (ftCo_800A101C; 155 of 155 recorded)', () => {
    const scene = dying()
    scene.until((post) => post.actionStateId === ACTION.Rebirth)
    const state = { seed: new FrameSeeds(new Uint8Array(32).fill(1)).at(scene.post.frame) }
    random16(state)
    random16(state)
    expect(scene.pre.seed >>> 0).toBe(state.seed)
  })

  test('percent shown stays until the return, and is 0 from then on', () => {
    const scene = offStage(EXTERNAL_ID.fox, 40, -100).put({ percent: 55.5 })
    const posts = scene.hold(NEUTRAL, 120)
    const back = posts.findIndex((post) => post.actionStateId === ACTION.Rebirth)
    expect(posts[back - 1]!.percent).toBe(55.5)
    expect(posts[back]!.percent).toBe(0)
  })

  test('any input leaves the platform, invincible for 120 frames (179 recorded)', () => {
    const scene = dying()
    scene.until((post) => post.actionStateId === ACTION.RebirthWait)
    const posts = [scene.step(stick(40)), ...scene.hold(NEUTRAL, 200)]
    expect(posts[0]!.actionStateId).toBe(ACTION.Fall)
    expect(posts.filter((post) => post.hurtboxCollisionState === 1)).toHaveLength(120)
  })

  test('a tilt that neither crouches nor walks stays on the platform; a jump is made from it (25 recorded)', () => {
    const scene = dying()
    scene.until((post) => post.actionStateId === ACTION.RebirthWait)
    expect(scene.step(stick(0, -50)).actionStateId).toBe(ACTION.RebirthWait)
    expect(scene.step(press(BUTTON.X)).actionStateId).toBe(ACTION.JumpAerialF)
    expect(scene.post.hurtboxCollisionState).toBe(1)
  })

  test('a star flies to 0.6 of the height of return in 130 frames, and is lost there (18 recorded)', () => {
    const scene = offStage(EXTERNAL_ID.fox, -80, 0).put({ y: 187, previousY: 187, kbVy: 5, action: 38 })
    scene.until((post) => post.actionStateId === ACTION.DeadUpStar)
    const from = scene.post.positionY
    const posts = scene.hold(NEUTRAL, 131)
    expect(posts[0]!.positionY).toBeCloseTo(from + (0.6 * 114 - from) / 130, 3)
    expect(posts[129]!.positionY).toBeCloseTo(0.6 * 114, 2)
    expect(posts[130]!.speedY).toBe(0)
    expect([posts[129]!.stocksRemaining, posts[130]!.stocksRemaining]).toEqual([4, 3])
  })

  test('where all respawn at one point, a fighter that follows within 144 frames comes 16 beside it (6 recorded)', () => {
    const scene = new Scene({ stage: 28 }).stand()
    const saved = scene.game.save()
    const { match } = STATE_AT
    new MatchRecord(saved.buffer as ArrayBuffer, match).returnsLeft[0] = 100
    scene.game.restore(saved)
    scene.put({ y: -200, isAirborne: true, action: ACTION.Fall })
    scene.until((post) => post.actionStateId === ACTION.Rebirth)
    expect(scene.post.positionX).toBe(16)
  })

  test('past the top nothing happens to a fighter that no hit sent there', () => {
    const scene = offStage(EXTERNAL_ID.fox, 40, 0).put({ y: 250 })
    expect(scene.step().actionStateId).toBe(ACTION.Fall)
    expect(scene.post.stocksRemaining).toBe(4)
  })

  test.each([
    ['left', -250, 1],
    ['right', 250, 2],
  ])('past the %s side', (_, x, action) => {
    const scene = offStage(EXTERNAL_ID.fox, 40, 0).put({ x, previousX: x })
    expect(scene.step().actionStateId).toBe(action)
  })

  test('a death releases the ledge that was held', () => {
    const scene = hanging().put({ y: -200 })
    scene.put({ action: ACTION.Fall, ledge: -1 })
    expect(scene.step().actionStateId).toBe(ACTION.DeadDown)
  })
})

describe('Winning and scoring', () => {
  function lastStock(): Scene {
    return offStage(EXTERNAL_ID.fox, 40, -130).put({ stocks: 1 })
  }

  test('Stocks: the game ends on the frame the last stock is lost, and the other bot wins', () => {
    const scene = lastStock()
    for (let i = 0; i < 60 && !scene.game.ending; i++) scene.step()
    expect(scene.post.actionStateId).toBe(ACTION.DeadDown)
    expect(scene.post.stocksRemaining).toBe(0)
    expect(scene.game.ending).toEqual({ method: 'stocks', winner: 1 })
    // Method 2, nobody quit, port 1 first, port 0 second.
    expect([...scene.game.end({ kind: 'natural' })]).toEqual([0x39, 2, 0xff, 1, 0, 0xff, 0xff])
  })

  test('Time limit: 8 minutes from frame 0; equal stocks and equal percent is a draw', () => {
    const scene = new Scene()
    while (!scene.game.ending) scene.step()
    expect(scene.game.frame).toBe(8 * 60 * 60)
    expect(scene.game.ending).toEqual({ method: 'time', winner: null })
    expect([...scene.game.end({ kind: 'natural' })]).toEqual([0x39, 1, 0xff, 0, 0, 0xff, 0xff])
  })

  test('Time: more stocks win, then the lower percent as the game shows it', () => {
    function endedWith(fields: { stocks?: number; percent?: number }) {
      const scene = new Scene().stand()
      scene.put(fields)
      const saved = scene.game.save()
      new MatchRecord(saved.buffer as ArrayBuffer, STATE_AT.match).frame = 8 * 60 * 60 - 60
      scene.game.restore(saved)
      while (!scene.game.ending) scene.step()
      return scene.game.ending.winner
    }
    expect(endedWith({ stocks: 3 })).toBe(1)
    expect(endedWith({ percent: 1 })).toBe(1)
    expect(endedWith({ percent: 0.9 })).toBe(null)
  })

  test('Forfeit: Game End has method 7 and the port that gave up; both giving up is a draw', () => {
    const { game } = new Scene()
    expect([...game.end({ kind: 'forfeit', port: 1 })]).toEqual([0x39, 7, 1, 0, 1, 0xff, 0xff])
    expect([...game.end({ kind: 'forfeit', port: 0 })]).toEqual([0x39, 7, 0, 1, 0, 0xff, 0xff])
    expect([...game.end({ kind: 'forfeit', port: null })]).toEqual([0x39, 7, 0xff, 0, 0, 0xff, 0xff])
    expect([...game.end({ kind: 'aborted' })]).toEqual([0x39, 7, 0xff, 0xff, 0xff, 0xff, 0xff])
  })

  test('a natural end before the game is decided is a mistake', () => {
    const { game } = new Scene()
    expect(() => game.end({ kind: 'natural' })).toThrow('not decided')
  })
})

test('an unknown character is refused', () => {
  const settings = { seed: new Uint8Array(32), stage: 31 as StageId }
  const player = { character: 26, costume: 0, name: '' }
  expect(() => new Game({ ...settings, players: [player, player] })).toThrow(RangeError)
})

test('a run off the stage ends in a death while the stick is held', () => {
  const scene = new Scene().stand()
  const dead = scene.until((post) => post.actionStateId === ACTION.DeadDown, RIGHT, 2000)
  expect(dead.stocksRemaining).toBe(3)
})
