/** The way of sending mail that the configuration names. */
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import type { MailTransport } from './mail.ts'
import { Outbox } from './outbox.ts'
import { Smtp } from './smtp.ts'

export function createMailTransport({ mail, mailFrom, dataDir }: Config, log: Logger): MailTransport {
  return mail.kind === 'smtp'
    ? new Smtp(mail.url, mailFrom)
    : new Outbox({ folder: join(dataDir, 'outbox'), from: mailFrom, log })
}
