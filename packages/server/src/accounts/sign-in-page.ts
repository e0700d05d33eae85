/**
 * The page behind the link of a mail. Opening it does not use up the link, because mail scanners and previews open
 * links too. Its button does; it is a plain form that needs no script. It names the address, because somebody could send
 * the link of an own mail to somebody else, who would go on in an account that is not theirs.
 */
import { Problem } from '@arena/protocol'
import type { FastifyReply } from 'fastify'
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
    return sendPage(reply, address === null ? FAILED : confirmation(token, address))
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

  app.get('/sign-in.css', { schema }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(STYLE),
  )
}

function sendPage(reply: FastifyReply, content: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((body: unknown) => String(body)).send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sign in · Bot Arena</title>
<link rel="stylesheet" href="/sign-in.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`)
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

const STYLE = `:root { color-scheme: light dark; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif;
  background: light-dark(#f4f3ee, #101216); color: light-dark(#17181c, #eceae3);
}
main { max-width: 26rem; margin: 1.5rem; padding: 2rem; border-radius: 0.75rem; background: light-dark(#fff, #191c22); }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; }
b { overflow-wrap: anywhere; }
a { color: light-dark(#1f4fbf, #8db4ff); }
button {
  padding: 0.625rem 1.125rem; border: 0; border-radius: 0.375rem; font: inherit; cursor: pointer;
  background: light-dark(#1f4fbf, #8db4ff); color: light-dark(#fff, #101216);
}
button:focus-visible { outline: 2px solid; outline-offset: 2px; }
`
