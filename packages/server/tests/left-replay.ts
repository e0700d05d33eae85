/** The file of a game that was broken off, as a killed host leaves it. Its fighters have to be loaded. */
import { Game } from '@arena/engine'
import { NEUTRAL } from '@arena/protocol'
import { ReplayFile } from '../../host/src/match/replay-file.ts'

export const FRAMES_OF_PLAY = 10

export function leaveReplay(replayDir: string, matchId: string): void {
  const game = new Game({
    seed: new Uint8Array(32),
    stage: 31,
    players: [
      { character: 2, costume: 0, name: 'Red' },
      { character: 20, costume: 1, name: 'Blue' },
    ],
  })
  const file = new ReplayFile(replayDir, matchId)
  file.append(game.start())
  for (let frame = -123; frame < FRAMES_OF_PLAY; frame++) file.append(game.step(NEUTRAL, NEUTRAL))
}
