/** Whether the game is decided: by the last stock, on the frame on which it is lost, or by the clock. */
import { LAST_FRAME } from '../constants.ts'
import type { Match } from '../match.ts'

/** Method codes of Game End. */
export const END_METHOD = { time: 1, stocks: 2, noContest: 7 } as const

const DRAW = -1

export function judge(match: Match): void {
  const first = match.leaders[0]!
  const second = match.leaders[1]!
  if (first.stocks === 0 || second.stocks === 0) {
    end(match, END_METHOD.stocks, Math.sign(first.stocks - second.stocks))
  } else if (match.record.frame >= LAST_FRAME) {
    // Equal stocks: the lower percent wins, as the game shows it, without its fraction.
    const byPercent = Math.sign(Math.floor(second.percent) - Math.floor(first.percent))
    end(match, END_METHOD.time, Math.sign(first.stocks - second.stocks) || byPercent)
  }
}

/** `lead` is positive when port 0 is ahead. */
function end(match: Match, method: number, lead: number): void {
  match.record.endMethod = method
  match.record.winner = lead > 0 ? 0 : lead < 0 ? 1 : DRAW
}
