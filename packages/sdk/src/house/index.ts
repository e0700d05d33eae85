/** House bots without a server, for programs that have the engine beside them: the same minds as on the ladder. Runs in browsers too. */
export { houseBot, houseBots, type HouseBot, type HouseBotOptions } from './house-bot.ts'
export { STRENGTHS, type Strength } from './ladder/index.ts'
export { Seat, type SeatOptions } from './seat.ts'
