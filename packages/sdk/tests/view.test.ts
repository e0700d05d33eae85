/** What a bot sees, of games that the engine plays. */
import { Picture, PICTURE_PLATFORM_WORDS, STAGES as ENGINE_STAGES } from '@arena/engine'
import { BUTTON, Character, randallAt, STAGES, stick, type Game, type Hands } from '@arena/sdk'
import { STAGE_IDS } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { ITEM_NAMES } from '../src/items.ts'
import { itemTypes } from './engine-insides.ts'
import { Sparring } from './sparring.ts'

const walk = stick(0.5)

describe('a fighter', () => {
  test('has the name of its action and of its character', async () => {
    const { me } = (await Sparring.begin()).stand().step(stick(0, 0, BUTTON.B))
    expect([me.characterName, me.action, me.actionName]).toEqual(['Fox', 341, 'SpecialNStart'])
  })

  test('has as many jumps as the game gives it: the first on the ground, the others in the air', async () => {
    const sparring = (await Sparring.begin({ characters: [Character.Kirby, Character.Fox] })).stand()
    expect(sparring.game.me.jumps).toBe(6)
    expect(sparring.until(({ me }) => me.isAirborne, { buttons: BUTTON.X }).me.jumps).toBe(5)
  })

  test('counts the frames since its action began, since it left the ground and since it landed', async () => {
    const sparring = (await Sparring.begin()).stand()
    expect(sparring.game.me.framesSince).toMatchObject({ hit: null, contact: null, ledge: null })
    sparring.step({ buttons: BUTTON.X })
    expect(sparring.game.me.framesSince.action).toBe(0)
    sparring.step()
    expect(sparring.game.me.framesSince.action).toBe(1)
    const off = sparring.until(({ me }) => me.isAirborne)
    expect(off.me.framesSince).toMatchObject({ action: 0, takeoff: 0 })
    const down = sparring.until(({ me }) => !me.isAirborne)
    expect(down.me.framesSince).toMatchObject({ landing: 0, takeoff: down.frame - off.frame })
    sparring.step()
    expect(sparring.game.me.framesSince.landing).toBe(1)
  })

  test('hit: both sides see hitlag; the victim has hitstun that counts down, and knows who hit it and how long ago', async () => {
    const sparring = (await Sparring.begin()).stand()
    const near = ({ me, opponent }: Game): boolean => opponent.x - me.x < 12
    sparring.until(near, walk)
    const hit = sparring.until(({ opponent }) => opponent.hitlag > 0, { buttons: BUTTON.A })
    expect(hit.opponent.framesSince.hit).toBe(0)
    expect(hit.opponent.lastHitBy).toBe(0)
    expect(hit.me.framesSince).toMatchObject({ hit: null, contact: 0 })
    expect(hit.opponent.percent).toBeGreaterThan(0)
    const reeling = sparring.until(({ opponent }) => opponent.hitlag === 0 && opponent.isInHitstun)
    const left = reeling.opponent.hitstun
    expect(left).toBeGreaterThan(0)
    sparring.until(({ opponent }) => !opponent.isInHitstun)
    expect(sparring.game.frame - reeling.frame).toBe(left)
    expect(sparring.game.opponent.framesSince.hit).toBe(sparring.game.frame - hit.frame)
    expect(sparring.game.opponent.hitstun).toBe(0)
  })

  test('hit on its shield: no hit, but contact for the attacker', async () => {
    const sparring = (await Sparring.begin()).stand()
    sparring.until(({ me, opponent }) => opponent.x - me.x < 12, walk)
    const shield = { buttons: BUTTON.R, r: 255 }
    for (let i = 0; i < 10; i++) sparring.step({}, shield)
    expect(sparring.game.opponent.isShielding).toBe(true)
    sparring.step({ buttons: BUTTON.A }, shield)
    for (let i = 0; i < 10 && sparring.game.opponent.actionName !== 'GuardSetOff'; i++) sparring.step({}, shield)
    expect(sparring.game.opponent.actionName).toBe('GuardSetOff')
    expect(sparring.game.opponent.framesSince.hit).toBeNull()
    expect(sparring.game.me.framesSince.contact).not.toBeNull()
  })

  test('hit: a laser counts, though it stops nobody', async () => {
    const sparring = (await Sparring.begin()).stand()
    sparring.step({ buttons: BUTTON.B })
    const hit = sparring.until(({ opponent }) => opponent.percent > 0)
    expect(hit.opponent).toMatchObject({ hitlag: 0, actionName: 'Wait', framesSince: { hit: 0, contact: null } })
  })

  test('hit: a pummel and the hits inside a throw count, and are no contact of the victim’s', async () => {
    const sparring = (await Sparring.begin()).stand()
    sparring.until(({ me, opponent }) => opponent.x - me.x < 12, walk)
    sparring.play([{}, { buttons: BUTTON.Z }])
    const held = sparring.until(({ me }) => me.actionName === 'CatchWait')
    expect(held.opponent.framesSince.hit).toBeNull()
    sparring.step({ buttons: BUTTON.A })
    const pummelled = sparring.until(({ opponent }) => opponent.percent > 0)
    expect(pummelled.opponent).toMatchObject({ actionName: 'CaptureDamageLw', framesSince: { hit: 0, contact: null } })
    sparring.until(({ me }) => me.actionName === 'CatchWait')
    sparring.until(({ me }) => me.actionName === 'ThrowLw', stick(0, -1))
    const { percent } = sparring.game.opponent
    const inside = sparring.until(({ opponent }) => opponent.percent > percent)
    expect(inside.opponent).toMatchObject({ actionName: 'ThrownLw', framesSince: { hit: 0, contact: null } })
  })

  test('hit: damage beyond the picture is none, and neither is that of an attack of its own', async () => {
    const sparring = (await Sparring.begin()).stand()
    sparring.until(({ me }) => me.isOffScreen, stick(-1))
    const hurt = sparring.until(({ me }) => me.percent > 0 || me.isDead)
    expect(hurt.me.framesSince.hit).toBeNull()
    const pichu = (await Sparring.begin({ characters: [Character.Pichu, Character.Fox] })).stand()
    const burnt = pichu.until(({ me }) => me.percent > 0, { buttons: BUTTON.B })
    expect(burnt.me.framesSince.hit).toBeNull()
  })

  test('lost beyond the edge: dead, then back on its platform, and safe once it leaves', async () => {
    const sparring = (await Sparring.begin()).stand()
    sparring.until(({ me }) => me.isDead, stick(-1))
    expect(sparring.game.me.stocks).toBe(3)
    const back = sparring.until(({ me }) => me.actionName === 'RebirthWait')
    expect(back.me).toMatchObject({ isDead: false, percent: 0 })
    expect(back.me.framesSince.respawn).toBeGreaterThan(0)
    expect(sparring.until(({ me }) => me.actionName === 'Fall', stick(0, -1)).me).toMatchObject({
      safety: 'invulnerable',
      framesSince: { safety: 0 },
    })
  })

  test('of two climbers the second is the follower of the first, until she is lost', async () => {
    const sparring = (await Sparring.begin({ characters: [Character.IceClimbers, Character.Fox] })).stand()
    const { me, opponent } = sparring.game
    expect(me).toMatchObject({ isFollower: false, character: Character.IceClimbers })
    expect(me.follower).toMatchObject({ isFollower: true, character: Character.IceClimbers, follower: null, port: 0 })
    expect(Math.abs(me.follower!.x - me.x)).toBeLessThan(30)
    expect(opponent.follower).toBeNull()
  })
})

describe('how long a fighter stays safe is known to the frame', () => {
  const SHIELD = { buttons: BUTTON.R, r: 255 }
  const edge = -STAGES[32].edge
  const offStage = async (): Promise<Sparring> => {
    const sparring = (await Sparring.begin({ characters: [Character.Marth, Character.Fox] })).stand()
    sparring.until(({ me }) => me.x < edge + 8, stick(-0.5))
    sparring.until(({ me }) => me.facing > 0, stick(0.4))
    sparring.until(({ me }) => me.isAirborne, stick(-1, 0, BUTTON.X))
    sparring.until(({ me }) => me.x < edge - 8, stick(-1))
    return sparring
  }

  const shielding = async (): Promise<Sparring> => {
    const sparring = (await Sparring.begin()).stand()
    for (let i = 0; i < 5; i++) sparring.step(SHIELD)
    return sparring
  }

  test.each<readonly [string, () => Promise<Sparring>, Hands]>([
    ['on a ledge', offStage, stick(0.3)],
    [
      'off the respawn platform',
      async () => {
        const sparring = (await Sparring.begin()).stand()
        sparring.until(({ me }) => me.isDead, stick(-1))
        return sparring
      },
      stick(0, -1),
    ],
    ['in a spot dodge', shielding, { ...stick(0, -1), ...SHIELD }],
    ['in a roll', shielding, { ...stick(1), ...SHIELD }],
  ])('%s', async (_, begin, hands) => {
    const sparring = await begin()
    const first = sparring.until(({ me }) => me.isSafe, hands)
    const left = first.me.safeFrames!
    expect(left).toBeGreaterThan(10)
    for (let n = left - 1; n >= 0; n--) expect(sparring.step().me).toMatchObject({ isSafe: true, safeFrames: n })
    expect(sparring.step().me).toMatchObject({ isSafe: false, safeFrames: 0 })
  })
})

test('an item has a name, an owner, and one id for as long as it exists', async () => {
  const sparring = (await Sparring.begin({ characters: [Character.Samus, Character.Fox] })).stand()
  const shot = sparring.until(({ items }) => items.length > 0, stick(1, 0, BUTTON.B)).items[0]!
  expect(shot).toMatchObject({ name: 'SamusMissile', owner: 0 })
  expect(sparring.step().items[0]).toMatchObject({ id: shot.id, name: 'SamusMissile' })
  expect(sparring.game.items[0]!.x).not.toBe(shot.x)
})

test('every item that a fighter of the engine makes has a name', async () => {
  for (const type of await itemTypes()) expect(ITEM_NAMES, `item ${type}`).toHaveProperty(String(type))
})

describe('the stage', () => {
  test.each(Object.values(ENGINE_STAGES))('$name: edges, ledges and limits are those of the engine', (stage) => {
    const seen = STAGES[stage.id]
    expect([-seen.edge, seen.ledgeY, seen.edge, seen.ledgeY]).toEqual(stage.ledges.flatMap(({ x, y }) => [x, y]))
    expect(seen.blastZone).toEqual(stage.blastZone)
  })

  // Fountain of Dreams moves its platforms after 600 frames at the earliest.
  test.each(STAGE_IDS)('%i: platforms are where the engine has them, on every frame', async (id) => {
    const sparring = await Sparring.begin({ stage: id, seed: 7 })
    const picture = new Picture()
    const wrong: string[] = []
    let moves = 0
    let before = ''
    for (let i = 0; i < 2400; i++) {
      const { stage } = sparring.step()
      sparring.engine.show(picture)
      const { platformCount, platforms } = picture.head
      const there = Array.from({ length: platformCount }, (_, n) => {
        const [left, right, y, isThere] = platforms.slice(n * PICTURE_PLATFORM_WORDS, (n + 1) * PICTURE_PLATFORM_WORDS)
        return { left: left!, right: right!, y: y!, isThere: isThere === 1 }
      }).filter(({ isThere }) => isThere)
      const count = stage.platforms.length
      if (count !== there.length) wrong.push(`${count} of ${there.length} platforms on frame ${picture.head.frame}`)
      for (const { left, right, y } of there) {
        const found = stage.platforms.some(
          (platform) =>
            Math.abs(platform.left - left) + Math.abs(platform.right - right) + Math.abs(platform.y - y) < 1e-3,
        )
        if (!found) wrong.push(`no platform from ${left} to ${right} at ${y} on frame ${picture.head.frame}`)
      }
      const now = JSON.stringify(stage.platforms)
      if (now !== before) moves++
      before = now
    }
    expect(wrong).toEqual([])
    expect(moves > 1).toBe(id === 8 || id === 2)
  })

  test('the wind of Dream Land blows as it does in the engine', async () => {
    const sparring = await Sparring.begin({ stage: 28 })
    const seen = new Set<number>()
    const picture = new Picture()
    for (let i = 0; i < 1600; i++) {
      const { stage } = sparring.step()
      sparring.engine.show(picture)
      expect(stage.wind).toBe([0, -1, 1][picture.head.windDirection])
      seen.add(stage.wind)
    }
    expect(seen.size).toBeGreaterThan(1)
  })

  test('Randall can be asked for frames to come', async () => {
    const sparring = await Sparring.begin({ stage: 8 })
    const later = randallAt(-23)
    expect(sparring.until(({ frame }) => frame === -23).stage.platforms).toContainEqual(later)
  })
})
