/** Outgoing mail: to a real SMTP server, or to the log and the outbox folder. */
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signInMail } from '../src/accounts/sign-in-mail.ts'
import type { Mail, MailTransport } from '../src/mail/mail.ts'
import { MailRefusedError } from '../src/mail/mail.ts'
import { Mailer } from '../src/mail/mailer.ts'
import { Outbox } from '../src/mail/outbox.ts'
import { Smtp } from '../src/mail/smtp.ts'
import { parseMail, readOutbox } from './mailbox.ts'

const FROM = 'arena@example.org'
const LINK = `https://arena.example.org/sign-in?token=${'a1'.repeat(16)}`
const MAIL = signInMail({ to: 'ada@example.org', link: LINK, code: '040718' })

let log: string
const logger = () =>
  pino(
    { level: 'debug' },
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString()
        done()
      },
    }),
  )

beforeEach(() => {
  log = ''
})

describe('what is sent', () => {
  test('text and HTML say the same: the link and the code, for how long, and what to do if you did not ask', () => {
    for (const body of [MAIL.text, MAIL.html]) {
      expect(body).toContain(LINK)
      expect(body).toContain('040718')
      expect(body).toContain('15 minutes')
      expect(body).toContain('You did not ask for this?')
    }
  })

  test('HTML in a link is text', () => {
    const { html } = signInMail({ to: 'ada@example.org', link: 'https://x/?"><script>', code: '000000' })
    expect(html).not.toContain('<script>')
  })
})

describe('log:', () => {
  let folder: string
  let now = Date.parse('2026-11-21T12:00:00.123Z')
  const outbox = () => new Outbox({ folder, from: FROM, log: logger(), now: () => now })

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'arena-mail-')), 'outbox')
  })
  afterEach(() => rm(join(folder, '..'), { recursive: true }))

  test('a mail is written as one file `outbox/<time>-<recipient>.eml` (RFC 5322) and as a line of the log', async () => {
    await outbox().send(MAIL)
    expect(await readdir(folder)).toEqual(['2026-11-21T12-00-00.123Z-ada@example.org.eml'])
    expect(log).toContain(`mail to ada@example.org: sign in at ${LINK} or with the code 040718`)
    expect(log).toContain('ada@example.org.eml')

    const [mail] = await readOutbox(folder)
    expect(mail).toMatchObject({
      subject: 'Sign in to the bot arena',
      from: { name: 'Bot Arena', address: FROM },
      to: [{ address: 'ada@example.org' }],
      messageId: expect.stringMatching(/^<\S+@example\.org>$/),
    })
    expect(mail!.text!.trim()).toBe(MAIL.text.trim())
    expect(mail!.html!.trim()).toBe(MAIL.html.trim())
    expect(mail!.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  })

  test('the file shows link and code as they are, and every line ends with CRLF', async () => {
    await outbox().send(MAIL)
    const bytes = await readFile(join(folder, (await readdir(folder))[0]!), 'latin1')
    expect(bytes).toContain(`\r\n${LINK}\r\n`)
    expect(bytes).toContain('\r\n040718\r\n')
    expect(bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    // oxlint-disable-next-line no-control-regex
    expect(bytes).not.toMatch(/[^\u0000-\u007f]/)
  })

  test('no other user of the machine can read them', async () => {
    await outbox().send(MAIL)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, (await readdir(folder))[0]!))).mode & 0o777).toBe(0o600)
  })

  test('a recipient that looks like a path stays in the folder', async () => {
    await outbox().send({ ...MAIL, to: '../../x@example.org' })
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^2026[^/]+Z-.._.._x@example.org\.eml$/)])
  })

  test.each([
    ['a second recipient', { to: 'ada@example.org, eve@example.org' }],
    ['a second recipient in the shape of a group', { to: 'friends:ada@example.org,eve@example.org;' }],
    ['another header', { to: 'ada@example.org\r\nBcc: eve@example.org' }],
    ['another header behind a bare line feed', { to: 'ada@example.org\nBcc:eve@example.org' }],
    ['a name that hides the address', { to: '"ada@example.org" <eve@example.org>' }],
    ['a header in the subject', { subject: 'Hello\r\nBcc: eve@example.org' }],
    ['a NUL in the subject', { subject: 'Hello\0' }],
    ['nobody', { to: '' }],
  ])('header injection: %s is refused permanently', async (_name, injected) => {
    await expect(outbox().send({ ...MAIL, ...injected })).rejects.toThrow(MailRefusedError)
    expect(await readOutbox(folder)).toEqual([])
  })
})

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly message: Buffer
  readonly user: string | undefined
  readonly isSecure: boolean
}

/** A real mail server on loopback, in plain text by default. */
async function startServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void buffer(stream).then((message) => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          message,
          user: session.user as string | undefined,
          isSecure: session.secure,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

describe('smtp://', () => {
  test('a mail arrives as it was written, from the configured sender, for its one recipient', async () => {
    await using server = await startServer()
    await new Smtp(`smtp://127.0.0.1:${server.port}`, FROM).send(MAIL)
    expect(server.received).toHaveLength(1)
    expect(server.received[0]).toMatchObject({ from: FROM, to: ['ada@example.org'], isSecure: false })
    const mail = await parseMail(server.received[0]!.message)
    expect(mail).toMatchObject({ subject: MAIL.subject, to: [{ address: 'ada@example.org' }] })
    expect(mail.text!.trim()).toBe(MAIL.text.trim())
    expect(mail.html!.trim()).toBe(MAIL.html.trim())
  })

  test('user and password of the URL sign in', async () => {
    await using server = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth(auth, _session, done) {
        const isRight = auth.username === 'arena' && auth.password === 'p@ss word'
        done(isRight ? null : new Error('no'), isRight ? { user: 'arena' } : undefined)
      },
    })
    await new Smtp(`smtp://arena:p%40ss%20word@127.0.0.1:${server.port}`, FROM).send(MAIL)
    expect(server.received[0]!.user).toBe('arena')
    await expect(new Smtp(`smtp://arena:wrong@127.0.0.1:${server.port}`, FROM).send(MAIL)).rejects.toThrow(
      MailRefusedError,
    )
  })

  test('a password goes to another machine over TLS only', async () => {
    let asked = 0
    await using server = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(null, { user: String(++asked) }),
    })
    // An address that leads to this machine without being known as such.
    await expect(new Smtp(`smtp://arena:secret@0.0.0.0:${server.port}`, FROM).send(MAIL)).rejects.toThrow(
      /STARTTLS|TLS/,
    )
    expect(asked).toBe(0)
  })

  test('smtps:// speaks TLS from the first byte, and does not trust just any certificate', async () => {
    await using server = await startServer({ secure: true })
    const url = `smtps://127.0.0.1:${server.port}`
    await expect(new Smtp(url, FROM).send(MAIL)).rejects.toThrow(/self-signed|certificate/i)
    await new Smtp(`${url}?tls.rejectUnauthorized=false`, FROM).send(MAIL)
    expect(server.received[0]!.isSecure).toBe(true)
  })

  test('a refused recipient is a permanent failure; a busy server is not', async () => {
    let code = 550
    await using server = await startServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('not now'), { responseCode: code })),
    })
    const smtp = new Smtp(`smtp://127.0.0.1:${server.port}`, FROM)
    await expect(smtp.send(MAIL)).rejects.toThrow(MailRefusedError)
    code = 451
    const error: unknown = await smtp.send(MAIL).catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRefusedError)
  })
})

describe('the mailer', () => {
  const never = () => Promise.reject(new Error('the mail was given up'))
  const draft = (lost: () => Promise<void>) => ({ compose: () => Promise.resolve(MAIL), lost })

  function failing(error: Error): MailTransport & { readonly attempts: Mail[] } {
    const attempts: Mail[] = []
    return { attempts, send: (mail) => Promise.reject((attempts.push(mail), error)) }
  }

  test('a mail that is not accepted is tried a few times, then reported to the log and to the caller', async () => {
    const transport = failing(new Error('greylisted'))
    const mailer = new Mailer({ transport, log: logger(), waitsMs: [0, 0, 0] })
    let lost = 0
    mailer.post(draft(async () => void lost++))
    await mailer.settled()
    expect([transport.attempts.length, lost]).toEqual([4, 1])
    expect(log).toContain('a mail could not be sent')
    expect(log).toContain('greylisted')
    expect(log).not.toContain('040718')
    expect(log).not.toContain('token')
  })

  test('a permanent failure is not tried again', async () => {
    const transport = failing(new MailRefusedError('no such user'))
    const mailer = new Mailer({ transport, log: logger(), waitsMs: [0, 0, 0] })
    let lost = 0
    mailer.post(draft(async () => void lost++))
    await mailer.settled()
    expect([transport.attempts.length, lost]).toEqual([1, 1])
  })

  test('the end does not wait for another attempt', async () => {
    const transport = failing(new Error('down'))
    const mailer = new Mailer({ transport, log: logger(), waitsMs: [3_600_000] })
    let lost = 0
    mailer.post(draft(async () => void lost++))
    await mailer.close()
    expect(lost).toBe(1)
    expect(transport.attempts.length).toBeLessThanOrEqual(2)
  })

  test('the end waits for what is being written, too', async () => {
    await using server = await startServer()
    const mailer = new Mailer({ transport: new Smtp(`smtp://127.0.0.1:${server.port}`, FROM), log: logger() })
    let finish = (_mail: Mail) => {}
    mailer.post({ compose: () => new Promise((resolve) => (finish = resolve)), lost: never })
    const closed = mailer.close()
    finish(MAIL)
    await closed
    expect(server.received).toHaveLength(1)
  })

  test('what comes to nothing while it is written is not sent, and why is in the log', async () => {
    await using server = await startServer()
    const mailer = new Mailer({ transport: new Smtp(`smtp://127.0.0.1:${server.port}`, FROM), log: logger() })
    mailer.post({ compose: () => Promise.resolve(null), lost: never })
    mailer.post({ compose: () => Promise.reject(new Error('the database is away')), lost: never })
    await mailer.settled()
    expect(server.received).toEqual([])
    expect(log).toContain('the database is away')
  })

  test('a loss that cannot be taken back is reported to the log, and breaks nothing', async () => {
    const mailer = new Mailer({ transport: failing(new MailRefusedError('no')), log: logger() })
    mailer.post(draft(never))
    await mailer.settled()
    expect(log).toContain('the mail was given up')
  })
})
