import { Game, loadFighters, STAGE_IDS } from '../index.ts'
import { ColumnReader, ReplayColumns, type FighterColumns } from '@arena/slp'
import { describe, expect, test } from 'vitest'
import { RandomPads } from '../../tests/random-pads.ts'
import { momentsOf, type Moment, type MomentKind } from './moments.ts'

const FRAME = -123
const CONTEXT = { stage: 31, names: ['Ann', 'Bess'], end: null }

/** What a fighter shows on a frame, where it differs from standing still. */
interface Shown {
  readonly action?: number
  readonly percent?: number
  readonly stocks?: number
  readonly lastHitBy?: number
  readonly attack?: number
  readonly instance?: number
  /** Frame of the action. */
  readonly counter?: number
  readonly x?: number
  readonly y?: number
  readonly isAirborne?: boolean
  readonly lCancel?: number
}

/** Columns of a game of two or more, frame by frame as given. */
function columnsOf(frames: readonly (readonly Shown[])[], ports: readonly number[] = [0, 1]): ReplayColumns {
  const columns = new ReplayColumns()
  columns.reserve(frames.length)
  columns.count = frames.length
  for (const port of ports) {
    const fighter: FighterColumns = columns.addFighter(2 * port)
    for (const [row, shown] of frames.entries()) {
      const { post, at } = fighter
      const of = shown[port]!
      at.postAt[row] = 1
      post.internalCharacterId[row] = 1
      post.actionStateId[row] = of.action ?? 14
      post.percent[row] = of.percent ?? 0
      post.stocksRemaining[row] = of.stocks ?? 4
      post.lastHitBy[row] = of.lastHitBy ?? 6
      post.lastAttackLanded[row] = of.attack ?? 1
      post.instanceId[row] = of.instance ?? 0
      post.actionStateCounter[row] = of.counter ?? 0
      post.positionX[row] = of.x ?? 0
      post.positionY[row] = of.y ?? 0
      post.isAirborne[row] = of.isAirborne ? 1 : 0
      post.lCancelStatus[row] = of.lCancel ?? 0
    }
  }
  return columns
}

const still: readonly Shown[] = [{}, {}]
const repeat = (count: number, shown: readonly Shown[]) => Array.from({ length: count }, () => shown)

function only(moments: readonly Moment[], kind: MomentKind): Moment {
  const [moment, ...rest] = moments.filter((each) => each.kind === kind)
  expect(rest).toEqual([])
  return moment!
}

describe('a stock that is lost', () => {
  const launched = { action: 88, percent: 104.6, lastHitBy: 0 }
  const hit: readonly Shown[] = [{ action: 63, attack: 11, instance: 5 }, launched]

  test('to the other’s hit is a kill, with the attack and the percent', () => {
    const columns = columnsOf([
      ...repeat(10, [{}, { percent: 85 }]),
      ...repeat(20, hit),
      [{}, { action: 0, stocks: 3 }],
    ])
    expect(only(momentsOf(columns, CONTEXT), 'kill')).toEqual({
      kind: 'kill',
      port: 0,
      startFrame: FRAME + 10,
      endFrame: FRAME + 30,
      text: "Ann's up smash kills Bess at 104 %.",
    })
    expect(momentsOf(columns, CONTEXT).map(({ kind }) => kind)).toEqual(['kill'])
  })

  test('without one is a self-destruct', () => {
    const columns = columnsOf([...repeat(10, still), [{}, { action: 0, stocks: 3 }]])
    const [moment, ...rest] = momentsOf(columns, CONTEXT)
    expect(moment).toMatchObject({ kind: 'self-destruct', port: 1, text: 'Bess self-destructs at 0 %.' })
    expect(rest).toEqual([])
  })

  test('beyond the ledge, to a hit there, is an edge-guard', () => {
    const off = { x: 90, isAirborne: true, lastHitBy: 0 }
    const columns = columnsOf([
      ...repeat(10, [{}, { percent: 40 }]),
      ...repeat(20, [{}, { ...off, percent: 40 }]),
      ...repeat(20, [
        { attack: 14, instance: 3 },
        { ...off, action: 88, percent: 52 },
      ]),
      [{}, { action: 0, stocks: 3 }],
    ])
    expect(only(momentsOf(columns, CONTEXT), 'edge-guard')).toMatchObject({
      port: 0,
      startFrame: FRAME + 10,
      text: 'Ann keeps Bess from coming back to the stage.',
    })
  })
})

test('in a recording from before version 2.0, which does not say who is in the air, an edge-guard is found too', () => {
  const off = { x: 90, isAirborne: false, lastHitBy: 0 }
  const columns = columnsOf([
    ...repeat(10, [{}, { percent: 40 }]),
    ...repeat(20, [{}, { ...off, percent: 40 }]),
    ...repeat(20, [{ attack: 14 }, { ...off, action: 88, percent: 52 }]),
    [{}, { action: 0, stocks: 3 }],
  ])
  const guards = (absent: readonly string[]) =>
    momentsOf(columns, { ...CONTEXT, absent }).filter(({ kind }) => kind === 'edge-guard')
  expect(guards(['isAirborne'])).toMatchObject([{ port: 0, startFrame: FRAME + 10 }])
  expect(guards([])).toEqual([])
})

describe('in a game of four', () => {
  const PORTS = [0, 1, 2, 3]
  const FOUR = { ...CONTEXT, names: ['Ann', 'Bess', 'Cleo', 'Dora'] }
  /** Cleo at 50 % from a hit, then without a stock. */
  const lost = (lastHitBy: number) =>
    columnsOf(
      [
        ...repeat(10, [{}, {}, {}, {}]),
        ...repeat(20, [{ attack: 11 }, {}, { action: 88, percent: 50, lastHitBy }, {}]),
        [{}, {}, { action: 0, stocks: 3, lastHitBy: 6 }, {}],
      ],
      PORTS,
    )

  test('a stock is lost to the player that is named as the last to hit', () => {
    expect(only(momentsOf(lost(0), FOUR), 'kill')).toEqual({
      kind: 'kill',
      port: 0,
      startFrame: FRAME + 10,
      endFrame: FRAME + 30,
      text: "Ann's up smash kills Cleo at 50 %.",
    })
    expect(momentsOf(lost(0), FOUR).map(({ kind }) => kind)).toEqual(['combo', 'kill'])
  })

  test.each([6, 2])('to nobody, or itself (%d), is a self-destruct, on the frame on which it is lost', (lastHitBy) => {
    const moment = only(momentsOf(lost(lastHitBy), FOUR), 'self-destruct')
    expect(moment).toMatchObject({ port: 2, startFrame: FRAME + 30, text: 'Cleo self-destructs at 50 %.' })
  })

  test.each([4, 5, 7, 255])('to something unknown (%d) nothing is claimed', (lastHitBy) => {
    expect(momentsOf(lost(lastHitBy), FOUR)).toEqual([])
  })

  test('a port without a player is no attacker', () => {
    const columns = columnsOf([...repeat(5, [{}, {}, { percent: 50, lastHitBy: 1 }]), [{}, {}, { stocks: 3 }]], [0, 2])
    expect(momentsOf(columns, FOUR)).toEqual([])
  })

  test('edge-guards and combos are of who hits, and hits of others do not count', () => {
    const off = { x: 90, isAirborne: true }
    const hits = (who: readonly number[]) =>
      who.flatMap((lastHitBy, i) =>
        repeat(10, [
          { instance: i + 1 },
          {},
          { ...off, action: 88, percent: 5 * i + 5, lastHitBy },
          { instance: i + 1 },
        ]),
      )
    const kinds = (who: readonly number[]) =>
      momentsOf(
        columnsOf([...repeat(5, [{}, {}, {}, {}]), ...hits(who), [{}, {}, { action: 0, stocks: 3 }, {}]], PORTS),
        FOUR,
      ).map(({ kind, port }) => [kind, port])
    expect(kinds([0, 0, 0])).toEqual(
      expect.arrayContaining([
        ['combo', 0],
        ['edge-guard', 0],
        ['kill', 0],
      ]),
    )
    expect(kinds([0, 3, 0])).toEqual(
      expect.arrayContaining([
        ['edge-guard', 0],
        ['kill', 0],
      ]),
    )
    expect(kinds([0, 3, 0])).toHaveLength(2)
  })

  test('a grab names who is held, where one is', () => {
    const grab = (held: readonly Shown[]) =>
      momentsOf(columnsOf([[{}, {}, {}, {}], ...repeat(9, [{ action: 213 }, ...held])], PORTS), FOUR).map(
        ({ text }) => text,
      )
    expect(grab([{}, { action: 223 }, {}])).toEqual(['Ann grabs Cleo.'])
    expect(grab([{}, { action: 223 }, { action: 223 }])).toEqual(['Ann grabs somebody.'])
  })
})

describe('a combo', () => {
  const hits = (percents: readonly number[], free: number) =>
    percents.flatMap((percent, i) => [
      ...repeat(10, [
        { attack: 8, instance: i + 1 },
        { action: 88, percent },
      ] as const),
      ...repeat(free, [{ attack: 8, instance: i + 1 }, { percent }] as const),
    ])

  test('is three hits on a victim that is free for no more than 45 frames', () => {
    const moment = only(momentsOf(columnsOf([still, ...hits([5, 9, 14], 40)]), CONTEXT), 'combo')
    expect(moment).toMatchObject({ port: 0, startFrame: FRAME + 1, endFrame: FRAME + 101 })
    expect(moment.text).toBe('Ann hits Bess 3 times in a row for 14 %.')
    expect(momentsOf(columnsOf([still, ...hits([5, 9, 14], 46)]), CONTEXT)).toEqual([])
  })

  test('or 30 %', () => {
    expect(only(momentsOf(columnsOf([still, ...hits([18, 33], 5)]), CONTEXT), 'combo').text).toContain('2 times')
    expect(momentsOf(columnsOf([still, ...hits([18, 29], 5)]), CONTEXT)).toEqual([])
  })

  test('of one attack that hits often is one hit', () => {
    const often = [3, 6, 9, 12].flatMap((percent) => repeat(4, [{ instance: 1 }, { action: 85, percent }]))
    expect(momentsOf(columnsOf([still, ...often]), CONTEXT)).toEqual([])
  })

  describe('in a recording from before version 3.16, which has no instance ids,', () => {
    /** Attacks of six frames, each of which hits on two of them. */
    const attacks = (actions: readonly number[]) =>
      actions.flatMap((action, i) =>
        Array.from({ length: 6 }, (_, counter): readonly Shown[] => [
          { action, attack: 8, counter },
          { action: 85, percent: 4 * i + (counter < 2 ? 0 : counter < 4 ? 2 : 4) },
        ]),
      )

    test.each([
      ['the same action again and again', [56, 56, 56]],
      ['other actions', [56, 57, 56]],
    ])('has a hit for each attack: %s', (_, actions) => {
      const moment = only(momentsOf(columnsOf([still, ...attacks(actions)]), CONTEXT), 'combo')
      expect(moment.text).toBe('Ann hits Bess 3 times in a row for 12 %.')
    })

    test('has one hit for an attack that hits often', () => {
      expect(momentsOf(columnsOf([still, ...attacks([56, 56])]), CONTEXT)).toEqual([])
    })
  })
})

test('shield breaks, missed techs, missed L-cancels and grabs are found where they begin', () => {
  const columns = columnsOf([
    still,
    ...repeat(30, [{ action: 205 }, {}]),
    ...repeat(30, [{ action: 211 }, {}]),
    still,
    ...repeat(5, [{ action: 73, lCancel: 2 }, { action: 90 }]),
    ...repeat(5, [{}, { action: 183 }]),
    ...repeat(8, [{}, { action: 184 }]),
    still,
    ...repeat(4, [{ action: 213 }, { action: 223 }]),
    ...repeat(4, [{ action: 216 }, { action: 224 }]),
    ...repeat(9, [{ action: 221 }, { action: 241 }]),
    still,
  ])
  const found = momentsOf(columns, CONTEXT).map(({ kind, port, startFrame, endFrame, text }) => [
    kind,
    port,
    startFrame - FRAME,
    endFrame - FRAME,
    text,
  ])
  expect(found).toEqual([
    ['shield-break', 0, 1, 60, "Ann's shield breaks."],
    ['missed-l-cancel', 0, 62, 66, 'Ann lands an up air without an L-cancel.'],
    ['missed-tech', 1, 67, 79, 'Bess misses the tech.'],
    ['grab', 0, 81, 97, 'Ann grabs Bess: up throw.'],
  ])
})

describe('what a player does where it has a choice', () => {
  const options = (rows: readonly (readonly Shown[])[], kind: MomentKind) =>
    momentsOf(columnsOf([still, ...rows, still]), CONTEXT)
      .filter((moment) => moment.kind === kind)
      .map(({ port, startFrame, endFrame, text }) => [port, startFrame - FRAME, endFrame - FRAME, text])
  const bess = (...runs: readonly (readonly [count: number, action: number])[]) =>
    runs.flatMap(([count, action]) => repeat(count, [{}, { action }]))

  test('after a hit on the shield: what comes of the jump, not the jump squat', () => {
    const rows = bess([5, 178], [6, 181], [3, 179], [4, 24], [2, 25], [9, 65])
    expect(options(rows, 'shield-option')).toEqual([
      [1, 6, 21, 'Bess after a hit on the shield: jumps forward, neutral air.'],
    ])
  })

  test('hits on the same shield are one moment; the shield may be lowered, or kept up for a second', () => {
    expect(options(bess([6, 181], [4, 179], [6, 181], [8, 180], [9, 14]), 'shield-option')).toEqual([
      [1, 1, 25, 'Bess after a hit on the shield: lowers the shield.'],
    ])
    expect(options(bess([6, 181], [90, 179]), 'shield-option')).toEqual([
      [1, 1, 66, 'Bess after a hit on the shield: keeps the shield up.'],
    ])
    expect(options(bess([6, 181], [5, 235]), 'shield-option')).toEqual([
      [1, 1, 7, 'Bess after a hit on the shield: spot dodge.'],
    ])
  })

  test('on the ledge: the way back to the stage, and what follows when the ledge is let go', () => {
    const rows = bess([7, 252], [9, 253], [20, 256], [10, 14], [7, 252], [3, 253], [4, 29], [2, 27], [8, 66])
    expect(options(rows, 'ledge-option')).toEqual([
      [1, 8, 17, 'Bess on the ledge: ledge attack.'],
      [1, 54, 63, 'Bess on the ledge: lets go, jumps in the air, forward air.'],
    ])
  })

  test('is no moment while the replay ends before it', () => {
    const columns = columnsOf([still, ...bess([6, 181])])
    expect(momentsOf(columns, CONTEXT)).toEqual([])
    expect(momentsOf(columnsOf([still, ...bess([7, 252], [9, 253])]), CONTEXT)).toEqual([])
  })
})

test('a hit on a player that crouches is a crouch cancel, with the attack and the percent', () => {
  const rows = (action: number) => [
    ...repeat(5, [{}, { action }] as const),
    ...repeat(9, [{ attack: 9 }, { action: 79, percent: 12.5 }] as const),
    ...repeat(5, [{}, { percent: 12.5 }] as const),
  ]
  expect(only(momentsOf(columnsOf(rows(40)), CONTEXT), 'crouch-cancel')).toEqual({
    kind: 'crouch-cancel',
    port: 1,
    startFrame: FRAME + 5,
    endFrame: FRAME + 13,
    text: "Bess takes Ann's down tilt in a crouch, at 12 %.",
  })
  expect(momentsOf(columnsOf(rows(41)), CONTEXT)).toEqual([])
})

test('a wavedash is an air dodge into the ground right out of a jump, and no other landing', () => {
  const landing = (jumped: number, dodged: number) =>
    momentsOf(
      columnsOf([
        still,
        ...repeat(4, [{ action: 24 }, {}]),
        ...repeat(jumped, [{ action: 25, isAirborne: true }, {}]),
        ...repeat(dodged, [{ action: 236, isAirborne: true }, {}]),
        ...repeat(10, [{ action: 43 }, {}]),
        still,
      ]),
      CONTEXT,
    ).filter(({ kind }) => kind === 'wavedash')
  expect(landing(1, 3)).toEqual([
    { kind: 'wavedash', port: 0, startFrame: FRAME + 4, endFrame: FRAME + 18, text: 'Ann wavedashes.' },
  ])
  expect(landing(15, 3)).toEqual([])
  expect(landing(1, 0)).toEqual([])
})

test('a comeback is a game won from two stocks behind', () => {
  const stocks = [
    [4, 4],
    [2, 4],
    [1, 3],
    [1, 1],
    [1, 0],
  ] as const
  const columns = columnsOf(stocks.map(([one, two]) => [{ stocks: one }, { stocks: two }]))
  const won = (winner: number | null, quitter = -1) =>
    momentsOf(columns, { ...CONTEXT, end: { method: 2, quitter, winner } }).filter(({ kind }) => kind === 'comeback')
  expect(won(0)).toMatchObject([{ port: 0, startFrame: FRAME + 2, text: 'Ann wins from 2 stocks behind.' }])
  expect(won(1)).toEqual([])
  expect(won(0, 1)).toEqual([])
})

test('a game of the engine: every stock lost is a kill or a self-destruct, and all moments lie within the game', async () => {
  const seed = 2
  await loadFighters([2, 9])
  const stage = STAGE_IDS[seed]
  const player = { character: 2, costume: 0, name: '' }
  const game = new Game({
    seed: new Uint8Array(32).fill(seed),
    stage,
    players: [player, { ...player, character: 9 }],
  })
  const pads = [new RandomPads(seed), new RandomPads(seed + 9)] as const
  const reader = new ColumnReader()
  reader.push(game.start())
  while (!game.ending) reader.push(game.step(pads[0].next(), pads[1].next()))
  const { columns } = reader
  const end = { method: 2, quitter: -1, winner: game.ending.winner }
  const moments = momentsOf(columns, { stage, names: [], end })
  const lost = 8 - game.players[0].stocks - game.players[1].stocks
  expect(moments.filter(({ kind }) => kind === 'kill' || kind === 'self-destruct')).toHaveLength(lost)
  expect(moments.map(({ startFrame }) => startFrame)).toEqual(
    moments.map((each) => each.startFrame).toSorted((a, b) => a - b),
  )
  for (const { startFrame, endFrame, text } of moments) {
    expect(startFrame).toBeGreaterThanOrEqual(FRAME)
    expect(endFrame).toBeGreaterThanOrEqual(startFrame)
    expect(endFrame).toBeLessThanOrEqual(columns.lastFrame)
    expect(text).toMatch(/^Port [12].*\.$/)
  }
})

test('a replay without frames has no moments', () => {
  expect(momentsOf(new ReplayColumns(), CONTEXT)).toEqual([])
})

test('numbers that no game has do not keep the worker: the time grows with the frames alone', () => {
  const ROWS = 1 << 15
  const ACTIONS = [
    [205, 206],
    [213, 215],
    [73, 73],
    [183, 88],
    [88, 183],
    [183, 184],
    [181, 179],
    [181, 182],
    [253, 29],
    [40, 88],
    [24, 25],
    [236, 43],
  ] as const
  for (const [first, second] of ACTIONS) {
    const columns = columnsOf([])
    columns.reserve(ROWS)
    columns.count = ROWS
    for (const port of [0, 1]) {
      const { post, at } = columns.fighter(port)!
      for (let row = 0; row < ROWS; row++) {
        const isOdd = row % 2 === 1
        at.postAt[row] = 1
        post.actionStateId[row] = isOdd ? first : second
        post.stocksRemaining[row] = isOdd && row % 64 === 1 ? 3 : 4
        post.percent[row] = isOdd ? 50 : 40
        post.lCancelStatus[row] = isOdd ? 2 : 0
        post.lastHitBy[row] = 1 - port
      }
    }
    const before = process.cpuUsage()
    momentsOf(columns, CONTEXT)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000, `${first} and ${second}`).toBeLessThan(2000)
  }
})
