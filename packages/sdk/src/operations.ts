/**
 * The endpoints of the arena as data: where each is, what it takes and what it answers, by the schemas that the service
 * itself uses. Names are the `operationId`s of the OpenAPI document; a test compares the two.
 */
import {
  Archive,
  ApiKeyMeta,
  Bot,
  BotList,
  Changelog,
  ChooseNotices,
  CreatedKey,
  CreateKey,
  Empty,
  Health,
  KeyList,
  Kit,
  Leaderboard,
  LeaderboardQuery,
  LiveList,
  LiveQuery,
  Match,
  MatchList,
  MatchQuery,
  NoticeDelivery,
  NoticeSettings,
  OpenData,
  PlatformKey,
  PublicLogs,
  RatingList,
  Ready,
  Receipt,
  RegisterBot,
  Rehearsal,
  RequestSignIn,
  SetHandle,
  SetWebhook,
  UpdateBot,
  User,
  VerifySignIn,
  Webhook,
  WebhookWithSecret,
} from '@arena/protocol'
import type { z } from 'zod'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Names in braces are taken from the arguments. */
  readonly path: string
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** What comes back: JSON by a schema, plain text, bytes, or bytes as they come. */
  readonly answer: z.ZodType | 'text' | 'bytes' | 'stream'
}

export const OPERATIONS = {
  getHealth: { method: 'GET', path: '/health', answer: Health },
  getReadiness: { method: 'GET', path: '/ready', answer: Ready },
  getPlatformKey: { method: 'GET', path: '/.well-known/arena.json', answer: PlatformKey },
  getOpenApi: { method: 'GET', path: '/openapi.json', answer: 'text' },
  getMap: { method: 'GET', path: '/llms.txt', answer: 'text' },
  getChangelog: { method: 'GET', path: '/changelog', answer: Changelog },

  getKit: { method: 'GET', path: '/kit', answer: Kit },
  getKitFile: { method: 'GET', path: '/kit/{file}', answer: 'bytes' },
  getKitVersion: { method: 'GET', path: '/kit/{id}/{file}', answer: 'bytes' },

  listMatches: { method: 'GET', path: '/matches', query: MatchQuery, answer: MatchList },
  getMatch: { method: 'GET', path: '/matches/{id}', answer: Match },
  getReceipt: { method: 'GET', path: '/matches/{id}/receipt', answer: Receipt },
  getReplay: { method: 'GET', path: '/matches/{id}/replay.slp', answer: 'bytes' },
  listLiveMatches: { method: 'GET', path: '/live', query: LiveQuery, answer: LiveList },
  watchMatch: { method: 'GET', path: '/live/{id}.slp', answer: 'stream' },
  getResult: { method: 'GET', path: '/matches/{id}/result.txt', answer: 'text' },
  getPublicLogs: { method: 'GET', path: '/log', answer: PublicLogs },
  getCheckpoint: { method: 'GET', path: '/log/{log}/checkpoint', answer: 'text' },
  getArchive: { method: 'GET', path: '/archive', answer: Archive },
  getArchivedDay: { method: 'GET', path: '/archive/{day}.parquet', answer: 'bytes' },
  getOpenData: { method: 'GET', path: '/data', answer: OpenData },
  getOpenDataFile: { method: 'GET', path: '/data/{file}.parquet', answer: 'bytes' },
  getRatingList: { method: 'GET', path: '/ratings.json', answer: RatingList },
  getLeaderboard: { method: 'GET', path: '/leaderboard', query: LeaderboardQuery, answer: Leaderboard },

  listBots: { method: 'GET', path: '/bots', answer: BotList },
  registerBot: { method: 'POST', path: '/bots', body: RegisterBot, answer: Bot },
  getBot: { method: 'GET', path: '/bots/{id}', answer: Bot },
  updateBot: { method: 'PATCH', path: '/bots/{id}', body: UpdateBot, answer: Bot },
  removeBot: { method: 'DELETE', path: '/bots/{id}', answer: Bot },
  rehearseBot: { method: 'POST', path: '/bots/{id}/rehearsal', answer: Rehearsal },
  getRehearsal: { method: 'GET', path: '/bots/{id}/rehearsal', answer: Rehearsal },
  callOffRehearsal: { method: 'DELETE', path: '/bots/{id}/rehearsal', answer: Rehearsal },
  getRehearsalReplay: { method: 'GET', path: '/bots/{id}/rehearsal/replay.slp', answer: 'bytes' },

  listKeys: { method: 'GET', path: '/keys', answer: KeyList },
  createKey: { method: 'POST', path: '/keys', body: CreateKey, answer: CreatedKey },
  revokeKey: { method: 'DELETE', path: '/keys/{id}', answer: ApiKeyMeta },

  getAccount: { method: 'GET', path: '/me', answer: User },
  setHandle: { method: 'POST', path: '/me/handle', body: SetHandle, answer: User },
  getNotices: { method: 'GET', path: '/me/notices', answer: NoticeSettings },
  chooseNotices: { method: 'PATCH', path: '/me/notices', body: ChooseNotices, answer: NoticeSettings },
  setWebhook: { method: 'POST', path: '/me/webhook', body: SetWebhook, answer: WebhookWithSecret },
  renewWebhookSecret: { method: 'POST', path: '/me/webhook/secret', answer: WebhookWithSecret },
  testWebhook: { method: 'POST', path: '/me/webhook/test', answer: NoticeDelivery },
  removeWebhook: { method: 'DELETE', path: '/me/webhook', answer: Webhook },
  deleteAccount: { method: 'DELETE', path: '/me', answer: Empty },

  requestSignIn: { method: 'POST', path: '/auth/email', body: RequestSignIn, answer: Empty },
  verifySignIn: { method: 'POST', path: '/auth/email/verify', body: VerifySignIn, answer: User },
  signOut: { method: 'POST', path: '/auth/sign-out', answer: Empty },
} as const satisfies Readonly<Record<string, Operation>>

export type OperationName = keyof typeof OPERATIONS

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never
type PathArguments<Path extends string> = [PathNames<Path>] extends [never] ? unknown : Record<PathNames<Path>, string>
type InputOf<Op, Part extends 'query' | 'body'> =
  Op extends Readonly<Record<Part, z.ZodType>> ? z.input<Op[Part]> : unknown
type ArgumentsOf<Op extends Operation> = PathArguments<Op['path']> & InputOf<Op, 'query'> & InputOf<Op, 'body'>
type AnswerOf<Op extends Operation> = Op['answer'] extends z.ZodType
  ? z.output<Op['answer']>
  : Op['answer'] extends 'bytes'
    ? Uint8Array
    : Op['answer'] extends 'stream'
      ? ReadableStream<Uint8Array>
      : string
/** One object with the names in the path, the query and the members of the body; left out where all are optional. */
type MethodOf<Op extends Operation> = (
  ...args: object extends ArgumentsOf<Op> ? [args?: ArgumentsOf<Op>] : [args: ArgumentsOf<Op>]
) => Promise<AnswerOf<Op>>

/** What a caller of these operations looks like, as the schemas have it. */
export type Methods = { readonly [Name in OperationName]: MethodOf<(typeof OPERATIONS)[Name]> }
