/**
 * The way out of mails that needs no session (RFC 8058). Mail programs post to the address of the page, as a form of either type.
 * Opening it changes nothing, because scanners and previews of mails open links too: its button does.
 */
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { App } from '../http/app-type.ts'
import { escapeHtml } from '../http/html.ts'
import type { NoticeStore } from './store.ts'

const Link = z.object({ token: z.string().max(256).default('') })
const schema = { hide: true, querystring: Link }
const PATH = '/unsubscribe'

export function unsubscribePage(app: App, { notices }: { readonly notices: NoticeStore }): void {
  app.get(PATH, { schema }, async (request, reply) => {
    const { token } = request.query
    const isOne = (await notices.ownerOfMail(token)) !== null
    return send(reply.code(isOne ? 200 : 404), isOne ? question(token) : UNKNOWN)
  })
  void app.register((form: App, _options, done) => {
    // The link says it all. What a mail program sends with it is read to its end, and left.
    form.removeAllContentTypeParsers()
    form.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null, undefined))
    form.post(PATH, { schema }, async (request, reply) => {
      const isDone = await notices.unsubscribe(request.query.token)
      return send(reply.code(isDone ? 200 : 404), isDone ? DONE : UNKNOWN)
    })
    done()
  })
}

function send(reply: FastifyReply, content: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .serializer((body: unknown) => String(body)).send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Mails of the arena · Bot Arena</title>
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

const CHOOSE = '<p>To choose what you are mailed about, go to <a href="/account#notices">your account</a>.</p>'

function question(token: string): string {
  return `<h1>No more mails about your bots?</h1>
<p>You still get the mails that you sign in with.</p>
<form method="post" action="${PATH}?token=${escapeHtml(token)}">
<button autofocus>No more mails</button>
</form>
${CHOOSE}`
}

const DONE = `<h1>You get no more mails about your bots</h1>
${CHOOSE}`

const UNKNOWN = `<h1>This link leads to no account</h1>
<p>It is not whole, or the account was deleted.</p>
${CHOOSE}`
