/** The mail that signs someone in: plain, short, and of use in a reader that shows no HTML and loads nothing. */
import type { Mail } from '../mail/mail.ts'
import { escapeHtml } from '../http/html.ts'

interface SignInMail {
  readonly to: string
  /** Where the token is spent. */
  readonly link: string
  readonly code: string
}

export function signInMail({ to, link, code }: SignInMail): Mail {
  const text = `Hello,

sign in to the bot arena with this link:

${link}

or enter this code where you asked for it:

${code}

Both are good for 15 minutes and work once. If you asked more than once,
only the newest code counts.

You did not ask for this? Then someone mistyped an address, and you can
forget this mail: nothing happens until the link or the code is used.
`
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in to the bot arena</title></head>
<body style="margin:0;padding:24px;background:#f4f3ee;color:#17181c;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:30em;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
<p style="margin-top:0">Hello,</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1f4fbf;color:#ffffff;text-decoration:none">Sign in to the bot arena</a></p>
<p>or enter this code where you asked for it:</p>
<p style="font:28px/1.2 ui-monospace,monospace;letter-spacing:4px">${code}</p>
<p>Both are good for 15 minutes and work once. If you asked more than once, only the newest code counts.</p>
<p style="margin-bottom:0;color:#5b5d66">You did not ask for this? Then someone mistyped an address, and you can forget this mail: nothing happens until the link or the code is used.</p>
</div>
</body>
</html>
`
  return { to, subject: 'Sign in to the bot arena', text, html, gist: `sign in at ${link} or with the code ${code}` }
}
