/**
 * The way out of mails that needs no session (RFC 8058). Mail programs post to the address of the page, as a form of either type.
 * Opening it changes nothing, because scanners and previews of mails open links too: its button does.
 */
import { z } from 'zod'
import type { App } from '../http/app-type.ts'
import { escapeHtml } from '../http/html.ts'
import { sendLinkPage } from '../http/link-page.ts'
import type { NoticeStore } from './store.ts'

const Link = z.object({ token: z.string().max(256).default('') })
const schema = { hide: true, querystring: Link }
const PATH = '/unsubscribe'
const TITLE = 'Mails of the arena'

export function unsubscribePage(app: App, { notices }: { readonly notices: NoticeStore }): void {
  app.get(PATH, { schema }, async (request, reply) => {
    const { token } = request.query
    const isOne = (await notices.ownerOfMail(token)) !== null
    return sendLinkPage(reply.code(isOne ? 200 : 404), TITLE, isOne ? question(token) : UNKNOWN)
  })
  void app.register((form: App, _options, done) => {
    // The link says it all. What a mail program sends with it is read to its end, and left.
    form.removeAllContentTypeParsers()
    form.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, parsed) => parsed(null, undefined))
    form.post(PATH, { schema }, async (request, reply) => {
      const isDone = await notices.unsubscribe(request.query.token)
      return sendLinkPage(reply.code(isDone ? 200 : 404), TITLE, isDone ? DONE : UNKNOWN)
    })
    done()
  })
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
