export type { BotCard, Card, MatchCard } from './card.ts'
