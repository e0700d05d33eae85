/**
 * A bot is a list of questions in the order in which they matter. They are asked on every frame, 60 times a second, until one has an
 * answer: what is on the controller on this frame. Change a question or add one, and watch.
 */
import { attacksOf, BUTTON, Character, inputs, Random, serveBot, stick } from '@arena/sdk'

const CHARACTER = Character.Fox
/** How far its forward smash reaches. */
const REACH = attacksOf(CHARACTER).fsmash.far

/** @typedef {(game: import("@arena/sdk").Game, random: Random) => import("@arena/sdk").Hands | undefined} Question */

/**
 * Am I off the stage? Drift back, and jump while there is a jump left.
 *
 * @type {Question}
 */
function comeBack({ me, stage, frame }) {
  if (me.situation === 'ledge') return inputs.ledge.climb(me.facing)[0]
  if (Math.abs(me.x) < stage.edge) return
  const home = -Math.sign(me.x)
  // Each press has to be a new one: the button is up between two of them.
  const isTime = me.canJump && me.speedY < 0 && frame % 8 === 0
  return stick(home, 0, isTime ? BUTTON.X : 0)
}

/**
 * Is the opponent in reach? Turn to it and strike. When, is drawn: two bots that strike on the same frame only meet each other's attacks.
 *
 * @type {Question}
 */
function strike({ me, opponent }, random) {
  const side = Math.sign(opponent.x - me.x)
  if (Math.abs(opponent.x - me.x) > REACH || Math.abs(opponent.y - me.y) > 16) return
  const isTime = random.chance(0.15)
  if (me.situation === 'air') return { ...stick(side), ...(isTime && inputs.aerial('up', me.facing, side)[0]) }
  if (me.situation !== 'ground') return
  if (me.facing !== side) return stick(side * 0.5)
  return isTime ? inputs.smash(side < 0 ? 'left' : 'right')[0] : {}
}

/**
 * Where do I go? To the opponent, but not off the stage: up by a jump, down by a tap, which falls through a platform.
 *
 * @type {Question}
 */
function approach({ me, opponent, stage, frame }) {
  if (opponent.y < me.y - 8) return stick(0, frame % 10 < 2 ? -1 : 0)
  const limit = stage.edge - 8
  const ahead = Math.max(-limit, Math.min(limit, opponent.x)) - me.x
  if (opponent.y > me.y + 12 && Math.abs(ahead) < 12 && me.canJump) return stick(0, 0, BUTTON.X)
  return Math.abs(ahead) < 5 ? {} : stick(Math.sign(ahead) * (Math.abs(ahead) > 30 ? 1 : 0.6))
}

const QUESTIONS = [comeBack, strike, approach]

function play() {
  // Drawn from the match: the same match is the same game.
  let random = new Random('')
  return {
    pick({ matchId, port }) {
      random = new Random(`${matchId} ${port}`)
      return { character: CHARACTER, costume: 0 }
    },
    frame(game) {
      for (const question of QUESTIONS) {
        const answer = question(game, random)
        if (answer === undefined) continue
        // Drawn by the viewer, and by nobody on the ladder.
        game.debug.text(game.me, question.name)
        return answer
      }
      return {}
    },
  }
}

const { port } = await serveBot({ play })
console.log(`listening on http://127.0.0.1:${port}`)
