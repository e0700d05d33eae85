/**
 * A bot that looks before it leaps: it knows some short plans, plays each of them ahead with the engine, and begins the one
 * that comes out best. It has no rule for when to do what.
 *
 * What is a good future (`rate`), the weightiest first:
 *   1. the opponent loses a stock, and the bot loses none
 *   2. the bot deals more damage than it takes
 *   3. the bot is on the stage and not helpless; the opponent is off it, or still reeling from a hit
 *   4. the bot is near the opponent, the more so the longer nobody was hit; and near the centre
 *
 * The opponent is assumed to hold what it holds now. The plans that look best are also tried against one that stands still and
 * one that attacks. Every few frames the bot decides again. A decision plays at most `BUDGET` frames ahead, a few milliseconds.
 * Nothing is left to chance: the same game gets the same answers.
 */
import { BUTTON, Character, inputs, serveBot, stick, tilt } from '@arena/sdk'
import type { FighterView, Game, Hands, Inputs } from '@arena/sdk'
import { withEngine, type EngineGame, type FutureGame, type Opponent } from '@arena/sdk/predict'

/** Frames that a decision may play ahead. */
const BUDGET = 1200
/** How far it looks: as long as a jump with an attack takes; farther off the stage, where it matters whether it comes back. */
const HORIZON = 36
const FAR_HORIZON = 70
/** Frames between two decisions. */
const PACE = 4
/** Plans that are tried against every opponent. */
const FINALISTS = 3

const { hold } = inputs
const press = (hands: Hands): Inputs => [...hold(hands, 2), {}]
const SIDES = [-1, 1] as const
const SHIELD: Hands = { buttons: BUTTON.L, l: 255 }

/** Drifts through the rest of an attack in the air. A trigger half pressed shortens the landing; it does nothing else. */
const landing = (drift: number, y: number, frames: number): Inputs =>
  Array.from({ length: frames }, (_, i) => ({ ...stick(drift, y), l: i % 4 < 2 ? 100 : 0 }))

/** An attack in the air, then a fast fall. */
const aerial = (drift: number, attack: Hands): Inputs => [
  ...hold(attack, 2),
  ...landing(drift, 0, 8),
  ...landing(drift, -1, 3),
  ...landing(drift, 0, 20),
]
const jump = (side: number, attack: Hands): Inputs => [
  stick(side, 0, BUTTON.X),
  ...hold(stick(side), 3),
  ...aerial(side, attack),
]
const highJump = (side: number, attack: Hands): Inputs => [
  ...hold(stick(side, 0, BUTTON.X), 6),
  ...hold(stick(side), 8),
  ...aerial(side, attack),
]

const NEUTRAL_AIR: Hands = { buttons: BUTTON.A }
const UP_AIR: Hands = { cstickY: tilt(1) }
const DOWN_AIR: Hands = { cstickY: tilt(-1) }
const sideAir = (side: number): Hands => ({ cstickX: tilt(side) })

const ON_THE_GROUND: readonly Inputs[] = [
  hold({}, 8),
  ...SIDES.flatMap((side) => [
    hold(stick(side), 12),
    [...hold(stick(side), 7), ...press({ buttons: BUTTON.Z })],
    [...hold(stick(side), 6), ...press(stick(side, 0, BUTTON.A))],
    press({ cstickX: tilt(side) }),
    jump(side, NEUTRAL_AIR),
    jump(side, sideAir(side)),
    highJump(side, NEUTRAL_AIR),
    [...press(SHIELD), ...press({ ...SHIELD, ...stick(side, 0, BUTTON.L) })],
  ]),
  press(stick(0, 0.5, BUTTON.A)),
  press(stick(0, -0.5, BUTTON.A)),
  press({ cstickY: tilt(1) }),
  press(stick(0, -1, BUTTON.B)),
  jump(0, UP_AIR),
  highJump(0, UP_AIR),
  hold(SHIELD, 12),
  hold(stick(0, -1), 4),
]

const IN_THE_AIR: readonly Inputs[] = [
  ...[-1, 0, 1].flatMap((drift) => [hold(stick(drift), 20), hold(stick(drift, -1), 12)]),
  ...SIDES.flatMap((drift) => [
    ...[NEUTRAL_AIR, UP_AIR, DOWN_AIR, sideAir(1), sideAir(-1)].map((attack) => aerial(drift, attack)),
    [stick(drift, 0, BUTTON.X), ...hold(stick(drift), 15)],
  ]),
]

const AT_THE_LEDGE: readonly Inputs[] = [
  hold({}, 8),
  press(stick(0, 1)),
  press(SHIELD),
  press({ buttons: BUTTON.A }),
  ...SIDES.map((home) => [stick(-home), {}, ...hold(stick(home, 0, BUTTON.X), 2), ...hold(stick(home), 20)]),
]

/** Thrown, hit or on the floor: every direction, with and without the trigger. */
const REELING: readonly Inputs[] = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].flatMap((y) => [
    hold(stick(x, y), 16),
    [...hold(stick(x, y), 8), ...press({ ...SHIELD, ...stick(x, y, BUTTON.L) })],
  ]),
)

const HOLDING: readonly Inputs[] = [stick(1), stick(-1), stick(0, 1), stick(0, -1), { buttons: BUTTON.A }].map(press)

/** Ways back to the stage: at once or after a while, by drifting, by a jump, and by the specials that carry. */
function waysBack(home: number): Inputs[] {
  const special = (x: number, y: number): Inputs => [...hold(stick(x, y, BUTTON.B), 2), ...hold(stick(x, y), 40)]
  const leap: Inputs = [...hold(stick(home, 0, BUTTON.X), 2), ...hold(stick(home), 16)]
  const ways = [leap, [...leap, ...special(home * 0.7, 0.7)], special(home * 0.4, 1), special(home * 0.8, 0.6)]
  return [
    hold(stick(home), 40),
    [...hold(stick(home, 0, BUTTON.B), 2), ...hold(stick(home), 30)],
    ...ways,
    ...ways.map((way) => [...hold(stick(home), 10), ...way]),
  ]
}

const isOff = ({ stage }: Game, { x, y, isAirborne }: FighterView): boolean =>
  isAirborne && (Math.abs(x) > stage.edge + 2 || y < stage.ledgeY - 4)

function plansFor(game: Game): readonly Inputs[] {
  const { me } = game
  switch (me.situation) {
    case 'ledge':
      return AT_THE_LEDGE
    case 'hold':
      return HOLDING
    case 'hitlag':
    case 'hitstun':
    case 'held':
    case 'floor':
      return REELING
    case 'dead':
    case 'waiting':
      return [[]]
    default:
      if (!me.isAirborne) return ON_THE_GROUND
      return isOff(game, me) ? waysBack(me.x > 0 ? -1 : 1) : IN_THE_AIR
  }
}

/** What was lost of a fighter, in percent: a stock counts as many. */
function loss(before: FighterView, after: FighterView): number {
  if (after.stocks < before.stocks || after.isDead) return 300
  return after.percent - before.percent
}

/** Frames since anybody was hit. */
const calm = ({ frame, me, opponent }: Game): number =>
  Math.min(...[me, opponent].map(({ framesSince }) => framesSince.hit ?? Math.max(0, frame)))

function rate(now: Game, future: FutureGame): number {
  const { me, opponent, stage } = future
  let rating = loss(now.opponent, opponent) - 1.2 * loss(now.me, me)
  if (isOff(future, me))
    rating -= 12 + Math.max(0, stage.ledgeY - me.y) / 2 + Math.max(0, Math.abs(me.x) - stage.edge) / 5
  if (me.situation === 'helpless') rating -= 8
  if (me.isInHitstun) rating -= 6
  if (isOff(future, opponent)) rating += 8
  if (opponent.isInHitstun) rating += 5 + Math.hypot(opponent.speedX, opponent.speedY)
  const distance = Math.hypot(me.x - opponent.x, me.y - opponent.y)
  return rating - (0.12 + calm(now) / 3600) * Math.min(distance, 80) - 0.04 * Math.abs(me.x)
}

/** Comes toward the bot with its fastest attack, again and again. */
function attacker({ me, opponent }: Game): Opponent {
  const toward = stick(Math.sign(me.x - opponent.x) * 0.5)
  return Array.from({ length: FAR_HORIZON }, (_, i) => (i % 12 < 2 ? { ...toward, buttons: BUTTON.A } : toward))
}

class Mind {
  #plan: Inputs = []
  #begunAt = 0
  #decideAt = 0

  answer(game: EngineGame): Hands {
    if (game.frame >= this.#decideAt) {
      this.#plan = this.#decide(game)
      this.#begunAt = game.frame
      this.#decideAt = game.frame + PACE
    }
    return this.#plan[game.frame - this.#begunAt] ?? {}
  }

  #decide(game: EngineGame): Inputs {
    const horizon = isOff(game, game.me) ? FAR_HORIZON : HORIZON
    const tryOut = (plan: Inputs, opponent: Opponent): number => rate(game, game.simulate(plan, horizon, { opponent }))
    const underWay = this.#plan.slice(game.frame - this.#begunAt)
    const plans = [...(underWay.length > 0 ? [underWay] : []), ...plansFor(game)]
    const fitting = Math.floor(BUDGET / horizon) - 2 * FINALISTS
    const finalists = plans
      .slice(0, fitting)
      .map((plan) => ({ plan, rating: tryOut(plan, 'hold') }))
      .toSorted((a, b) => b.rating - a.rating)
      .slice(0, FINALISTS)
    for (const finalist of finalists) {
      finalist.rating += tryOut(finalist.plan, 'rest') + tryOut(finalist.plan, attacker(game))
    }
    return finalists.toSorted((a, b) => b.rating - a.rating)[0]!.plan
  }
}

const play = await withEngine(() => {
  const mind = new Mind()
  return { pick: () => ({ character: Character.Fox, costume: 0 }), frame: (game) => mind.answer(game) }
})
const { port } = await serveBot({ play })
console.log(`listening on http://127.0.0.1:${port}`)
