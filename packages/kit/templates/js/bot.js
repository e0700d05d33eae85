/** A bot of about forty lines: it walks up to its opponent, hits, and comes back to the stage. Change `hands`, and watch. */
import { BUTTON, Character, serveBot, stick } from '@arena/sdk'

/**
 * Called on every frame, 60 times a second: what the game shows comes in, what the hands do goes out.
 *
 * @type {import("@arena/sdk").Play["frame"]}
 */
function hands({ me, opponent, stage, frame, debug }) {
  // Drawn by the viewer, and by nobody on the ladder.
  debug.line(me, opponent, { colour: 'cyan' })

  // Off the stage: drift back, and jump now and then while falling.
  if (Math.abs(me.x) > stage.edge) {
    debug.text(me, 'back to the stage')
    return stick(me.x > 0 ? -1 : 1, 0, me.speedY < 0 && frame % 20 === 0 ? BUTTON.X : 0)
  }
  // The opponent is lower: tap down, which falls through a platform.
  if (opponent.y < me.y - 8) return stick(0, frame % 10 < 2 ? -1 : 0)

  // Walk where the opponent is, but not off the edge.
  const limit = stage.edge - 4
  const ahead = Math.max(-limit, Math.min(limit, opponent.x)) - me.x
  const isHigher = opponent.y > me.y + 8
  if (Math.abs(ahead) > 8) return stick(Math.sign(ahead) * (isHigher || Math.abs(ahead) > 30 ? 1 : 0.4))
  if (isHigher) return stick(ahead / 2, 0, frame % 33 < 15 ? BUTTON.X : 0)

  // In reach: turn around, then attack.
  const side = opponent.x < me.x ? -1 : 1
  if (me.facing !== side) return stick(side * 0.4)
  return stick(0, 0, frame % 20 < 2 ? BUTTON.A : 0)
}

const { port } = await serveBot({
  // Called for each match, so that what a bot remembers belongs to one.
  play: () => ({ pick: () => ({ character: Character.Fox, costume: 0 }), frame: hands }),
})
console.log(`listening on http://127.0.0.1:${port}`)
