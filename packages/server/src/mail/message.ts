/** A mail as nodemailer takes it. What could end a header line or add a recipient is an error here, not a surprise. */
import type { SendMailOptions } from 'nodemailer'
import { MailRefusedError } from './mail.ts'
import type { Mail } from './mail.ts'

/** One plain address: nothing that quotes, groups, lists or comments, and no white space. */
const ADDRESS = /^[^\s@"(),:;<>[\]\\]+@[^\s@"(),:;<>[\]\\]+$/
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/

export function toMessage({ to, subject, text, html, unsubscribe, id }: Mail, from: string): SendMailOptions {
  if (!ADDRESS.test(to) || CONTROL.test(to)) throw new MailRefusedError('the recipient is not one e-mail address')
  if (CONTROL.test(subject)) throw new MailRefusedError('the subject holds a control character')
  return {
    from: { name: 'Bot Arena', address: from },
    to: { name: '', address: to },
    subject,
    text,
    html,
    // RFC 3834: so that no holiday notice comes back.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...(id !== undefined && { messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>` }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
