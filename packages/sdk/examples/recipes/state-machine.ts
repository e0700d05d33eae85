/** A state machine: what the bot does now decides what it looks at, and which state comes next. */
import { Character, inputs, Plan, serveBot, stick, type Game, type Hands } from '@arena/sdk'

/** A state says what the hands do on this frame, and which state the next frame is in. */
type State = (game: Game, plan: Plan) => { readonly hands: Hands; readonly next: State }

const NEAR = 24
const toward = ({ me, opponent }: Game): number => Math.sign(opponent.x - me.x)

/** Runs to the opponent. In reach, the attack is decided on once, as a plan of several frames. */
const approach: State = (game, plan) => {
  const { me, opponent } = game
  if (me.situation !== 'ground' || Math.abs(opponent.x - me.x) > NEAR)
    return { hands: stick(toward(game)), next: approach }
  const jumpIn = inputs.inOrder(inputs.shortHop(me.character, toward(game)), inputs.aerial('neutral', me.facing))
  return { hands: plan.start(jumpIn), next: strike }
}

/** Goes through with the attack and lands it well: fast fall, then L-cancel. */
const strike: State = (game, plan) => {
  const { me } = game
  const planned = plan.next()
  if (planned !== null) return { hands: planned, next: strike }
  if (!me.isAirborne && me.framesSince.landing !== null) return { hands: {}, next: retreat }
  const isAtTop = me.speedY < 0 && !me.isFastFalling
  return { hands: { ...(isAtTop ? inputs.fastFall()[0] : {}), ...inputs.lCancel(game) }, next: strike }
}

/** Gives way after an attack, so that the answer to it meets nobody. */
const retreat: State = (game) => {
  const { me, opponent, stage } = game
  const isFar = Math.abs(opponent.x - me.x) > 2 * NEAR
  const isAtEdge = Math.abs(me.x) > stage.edge - 12
  return { hands: isAtEdge ? {} : stick(-toward(game)), next: isFar || isAtEdge ? approach : retreat }
}

/** Comes back to the stage: a jump while there is one, then the up special. Each press has to be a new one. */
const recover: State = ({ me, stage, frame }) => {
  const home = me.x > 0 ? -1 : 1
  if (Math.abs(me.x) < stage.edge && me.y > stage.ledgeY - 5) return { hands: {}, next: approach }
  if (me.situation === 'ledge') return { hands: inputs.ledge.climb(me.facing)[0]!, next: recover }
  const mustPress = me.canAct && me.speedY < 0 && me.y < stage.ledgeY + 10 && frame % 4 === 0
  if (!mustPress) return { hands: stick(home), next: recover }
  const press = me.jumps > 0 ? inputs.airJump(home) : inputs.special('up')
  return { hands: press[0]!, next: recover }
}

/** What ends every state. */
function interruption({ me, stage }: Game): State | null {
  const isOff = Math.abs(me.x) > stage.edge || me.y < stage.ledgeY - 10
  if (isOff) return recover
  return me.isInHitstun || me.isDead ? approach : null
}

function play() {
  const plan = new Plan()
  let state: State = approach
  return {
    pick: () => ({ character: Character.Marth, costume: 0 }),
    frame(game: Game): Hands {
      const forced = interruption(game)
      if (forced !== null && forced !== state) {
        plan.drop()
        state = forced
      }
      const { hands, next } = state(game, plan)
      game.debug.text(game.me, state.name)
      state = next
      return hands
    },
  }
}

const { port } = await serveBot({ play })
console.log(`listening on http://127.0.0.1:${port}`)
