/** The pages behind links of mails. They need no script and no session, are kept by nobody, and tell nobody where they were. */
import type { FastifyReply } from 'fastify'
import type { App } from './app-type.ts'

const STYLE_PATH = '/link-page.css'

export function linkPageStyle(app: App): void {
  app.get(STYLE_PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(STYLE),
  )
}

/** `content` is HTML. */
export function sendLinkPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .serializer((body: unknown) => String(body)).send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Bot Arena</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`)
}

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
