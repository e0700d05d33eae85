/**
 * The deploy check while it runs: what `POST /bots` and `PATCH /bots/{id}` answer to a client that accepts
 * `DEPLOY_EVENTS_TYPE`, one JSON object a line.
 */
import { z } from 'zod'
import { Bot, DeployStep } from './bots.ts'
import { ProblemBody } from './problems.ts'

export const DEPLOY_EVENTS_TYPE = 'application/x-ndjson'

export const DeployEvent = z
  .union([z.object({ step: DeployStep }), z.object({ bot: Bot }), z.object({ problem: ProblemBody })])
  .meta({
    id: 'DeployEvent',
    description:
      'One line of an `application/x-ndjson` answer: a step of the deploy check, when it has been taken; on the last line ' +
      'the bot as it is now, or the problem that is the reason why nothing changed.',
    examples: [
      { step: { name: 'resolve', ok: true, sent: 'look up bot.example.org', received: '1 address', ms: 12.1 } },
    ],
  })
export type DeployEvent = z.infer<typeof DeployEvent>
