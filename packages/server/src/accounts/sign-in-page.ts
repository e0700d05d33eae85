/**
 * The page behind the link of a mail. Opening it does not use up the link, because mail scanners and previews open
 * links too. Its button does; it is a plain form that needs no script. It names the address, because somebody could send
 * the link of an own mail to somebody else, who would go on in an account that is not theirs.
 */
import { Problem } from '@arena/protocol'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { SignIn } from './sign-in.ts'
import type { SignInStore } from './sign-in-store.ts'
import type { SessionCookie } from '../http/session-cookie.ts'
import type { App } from '../http/app-type.ts'
import { formRoutes } from '../http/forms.ts'
import { clientOf } from '../http/client-address.ts'
import { requireSameOrigin } from '../http/same-origin.ts'
import { escapeHtml } from '../http/html.ts'
import { sendLinkPage } from '../http/link-page.ts'
import { SESSION_MS } from './session-store.ts'

const Link = z.object({ token: z.string().max(256).default('') })
const schema = { hide: true }

interface Parts {
  readonly config: Pick<Config, 'baseUrl'>
  readonly signIn: SignIn
  readonly signIns: SignInStore
  readonly sessionCookie: SessionCookie
}

export function signInPage(app: App, { config, signIn, signIns, sessionCookie }: Parts): void {
  app.get('/sign-in', { schema: { ...schema, querystring: Link } }, async (request, reply) => {
    const { token } = request.query
    const address = await signIns.addressOf(token)
    return sendLinkPage(reply, 'Sign in', address === null ? FAILED : confirmation(token, address))
  })

  formRoutes(app, (form) => {
    form.post('/sign-in', { schema: { ...schema, body: Link } }, async (request, reply) => {
      requireSameOrigin(request, config.baseUrl)
      try {
        const { sessionId } = await signIn.verify(request.body, clientOf(request), sessionCookie.read(request))
        return await reply.header('set-cookie', sessionCookie.set(sessionId, SESSION_MS)).redirect('/account', 303)
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'sign-in-failed')) throw error
        return reply.redirect('/sign-in', 303)
      }
    })
  })
}

function confirmation(token: string, address: string): string {
  return `<h1>Sign in to the bot arena</h1>
<p>You sign in as <b>${escapeHtml(address)}</b>. If this address is not yours, somebody else sent you their link: close this page.</p>
<form method="post" action="/sign-in">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button autofocus>Sign in on this device</button>
</form>`
}

const FAILED = `<h1>This link no longer works</h1>
<p>It was used already, is older than 15 minutes, or is not whole. <a href="/account">Ask for a new mail</a>.</p>
<p><a href="/">Bot Arena</a></p>`
