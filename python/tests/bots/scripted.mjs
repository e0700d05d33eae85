// The same as scripted.py, through the SDK for TypeScript.
import { BUTTON, serveBot, stick } from '../../../packages/sdk/dist/index.js'

await serveBot({
  arenaUrl: process.env.ARENA_BASE_URL,
  lead: 'fixed',
  play: () => ({
    pick: () => ({ character: 2, costume: 0 }),
    frame({ frame }) {
      const x = ((frame % 100) + 100) % 100 < 70 ? 1 : -1
      const turn = ((frame % 25) + 25) % 25
      if (turn === 3) return stick(x, 0, BUTTON.X)
      if (turn === 12 || turn === 13) return { ...stick(x, 0, BUTTON.L), l: 255 }
      return stick(x, 0, turn === 20 ? BUTTON.B : 0)
    },
  }),
})
