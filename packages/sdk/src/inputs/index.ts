/** Common inputs, by the names that players have for them. */
export * from './attacks.ts'
export * from './defence.ts'
export * from './landing.ts'
export * from './movement.ts'
export * from './plan.ts'
