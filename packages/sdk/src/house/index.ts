/** House bots without a server, for programs that have the engine beside them: the same minds as on the ladder. Runs in browsers too. */
export { houseBots, type HouseBot } from './house-bot.ts'
export { Seat, type SeatOptions } from './seat.ts'
