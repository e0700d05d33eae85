/**
 * What programs exchange: HTTP resources, the play protocol, signatures, problems. Runs in Node and in browsers. The
 * parts that signatures are made of have entries of their own, `./base64` and `./ed25519`.
 */
export * from './accounts.ts'
export * from './archive-days.ts'
export * from './bot-version.ts'
export * from './bots.ts'
export * from './changelog.ts'
export * from './deploy-events.ts'
export * from './deploy-steps.ts'
export { createKeyPair, publicKeyOf, type KeyPair } from './ed25519.ts'
export * from './game.ts'
export * from './handshake.ts'
export * from './ids.ts'
export * from './keys.ts'
export * from './kit.ts'
export * from './leaderboard.ts'
export * from './matches.ts'
export * from './modes.ts'
export * from './notices.ts'
export * from './open-data.ts'
export * from './pad.ts'
export * from './pick.ts'
export * from './problems.ts'
export * from './raised.ts'
export * from './public-logs.ts'
export * from './rating-list.ts'
export {
  KEPT_CONNECTIONS,
  KEPT_PAUSES,
  LARGEST_GROUP,
  MOST_SLACK_MS,
  ReceiptArena,
  ReceiptArrivals,
  ReceiptFacts,
  ReceiptLink,
  ReceiptPads,
  SocketEnd,
  WORST_FRAMES,
} from './receipt-facts.ts'
export * from './receipt.ts'
export * from './rehearsals.ts'
export * from './relay.ts'
export * from './request-signature.ts'
export * from './service.ts'
export { HEADER } from './signed-headers.ts'
export * from './standing.ts'
export * from './swing.ts'
export * from './timestamp.ts'
