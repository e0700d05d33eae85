/**
 * Mail for development: a line of the log, and a file `outbox/<time>-<recipient>.eml` (RFC 5322) that a person or a
 * test can open. It holds what signs someone in, so only its owner can read it; production refuses this transport.
 */
import { randomUUID } from 'node:crypto'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from '../log.ts'
import type { Mail, MailTransport } from './mail.ts'
import { toMessage } from './message.ts'

interface OutboxOptions {
  readonly folder: string
  readonly from: string
  readonly log: Logger
  readonly now?: () => number
}

export class Outbox implements MailTransport {
  readonly #folder: string
  readonly #from: string
  readonly #log: Logger
  readonly #now: () => number
  readonly #composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  constructor({ folder, from, log, now = Date.now }: OutboxOptions) {
    this.#folder = folder
    this.#from = from
    this.#log = log
    this.#now = now
  }

  async send(mail: Mail): Promise<void> {
    const { message } = await this.#composer.sendMail(toMessage(mail, this.#from))
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const file = await this.#write(mail.to, message as Buffer)
    this.#log.info({ file }, `mail to ${mail.to}: ${mail.gist}`)
  }

  /** Linked to its name once it is whole: a watcher of the folder never reads half a mail. */
  async #write(to: string, message: Buffer): Promise<string> {
    const draft = join(this.#folder, `.${randomUUID()}`)
    await writeFile(draft, message, { mode: 0o600 })
    try {
      for (let time = this.#now(); ; time++) {
        const file = join(this.#folder, fileName(time, to))
        try {
          await link(draft, file)
          return file
        } catch (error) {
          // Taken by another mail of the same millisecond: the next one, then.
          if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
        }
      }
    } finally {
      await rm(draft)
    }
  }
}

/** File systems take names of 255 bytes. */
const NAMED = 200

/** No colons, which some file systems cannot hold, and of the recipient only what no shell or folder stumbles over. */
function fileName(time: number, to: string): string {
  const name = to.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, NAMED)
  return `${new Date(time).toISOString().replaceAll(':', '-')}-${name}.eml`
}
