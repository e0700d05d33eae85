/** Sign-in by e-mail, and the account itself. */
import { Empty, Problem, RequestSignIn, SetHandle, User, VerifySignIn } from '@arena/protocol'
import type { Config } from '../config.ts'
import type { AccountStore } from './store.ts'
import type { SignIn } from './sign-in.ts'
import type { SessionStore } from './session-store.ts'
import type { SessionCookie } from '../http/session-cookie.ts'
import type { App } from '../http/app-type.ts'
import { accountGone, identityOf } from '../http/authentication.ts'
import { clientOf } from '../http/client-address.ts'
import { requireSameOrigin } from '../http/same-origin.ts'
import { SESSION_MS } from './session-store.ts'
import { signInLink } from './sign-in-link.ts'

const SET_COOKIE = { 'Set-Cookie': { type: 'string', description: 'The session, or its end.' } } as const

interface Parts {
  readonly config: Pick<Config, 'baseUrl'>
  readonly accounts: AccountStore
  readonly signIn: SignIn
  readonly sessions: SessionStore
  readonly sessionCookie: SessionCookie
}

export function accountRoutes(app: App, { config, accounts, signIn, sessions, sessionCookie }: Parts): void {
  const { baseUrl } = config
  const linkTo = signInLink(app, config)

  app.post(
    '/auth/email',
    {
      config: { problems: ['cross-site-request', 'database-unavailable'] },
      schema: {
        operationId: 'requestSignIn',
        summary: 'Mail a sign-in link and code',
        description:
          'Always answers the same, whether or not the address has an account. The mail holds a link and a six-digit ' +
          'code, good for 15 minutes and one use. An address gets five mails an hour.',
        tags: ['sign-in'],
        body: RequestSignIn,
        response: { 200: Empty },
      },
    },
    async (request, reply) => {
      requireSameOrigin(request, baseUrl)
      await signIn.ask(request.body.email, clientOf(request), linkTo)
      return reply.header('cache-control', 'no-store').send({})
    },
  )
  app.post(
    '/auth/email/verify',
    {
      config: {
        problems: ['account-disabled', 'cross-site-request', 'database-unavailable', 'sign-in-failed'],
        headers: SET_COOKIE,
      },
      schema: {
        operationId: 'verifySignIn',
        summary: 'Sign in with the link’s token or the code',
        description: 'Uses up the token or the code and sets the session cookie, valid for 30 days.',
        tags: ['sign-in'],
        body: VerifySignIn,
        response: { 200: User },
      },
    },
    async (request, reply) => {
      requireSameOrigin(request, baseUrl)
      const { user, sessionId } = await signIn.verify(request.body, clientOf(request), sessionCookie.read(request))
      return reply
        .header('set-cookie', sessionCookie.set(sessionId, SESSION_MS))
        .header('cache-control', 'no-store')
        .send(user)
    },
  )
  app.post(
    '/auth/sign-out',
    {
      config: { problems: ['cross-site-request', 'database-unavailable'], headers: SET_COOKIE },
      schema: {
        operationId: 'signOut',
        summary: 'End the session',
        description: 'Ends the session of the cookie, if there is one, and removes the cookie.',
        tags: ['sign-in'],
        response: { 200: Empty },
      },
    },
    async (request, reply) => {
      requireSameOrigin(request, baseUrl)
      const sessionId = sessionCookie.read(request)
      if (sessionId !== null) await sessions.end(sessionId)
      return reply.header('set-cookie', sessionCookie.clear()).header('cache-control', 'no-store').send({})
    },
  )
  app.get(
    '/me',
    {
      config: { scope: 'account.read' },
      schema: { operationId: 'getAccount', summary: 'The account', tags: ['account'], response: { 200: User } },
    },
    async (request) => {
      const user = await accounts.find(identityOf(request).userId)
      if (user === null) throw accountGone()
      return user
    },
  )
  app.post(
    '/me/handle',
    {
      config: { scope: 'account.write', problems: ['handle-taken'] },
      schema: {
        operationId: 'setHandle',
        summary: 'Choose the public handle',
        tags: ['account'],
        body: SetHandle,
        response: { 200: User },
      },
    },
    async (request) => {
      const { handle } = request.body
      const user = await accounts.setHandle(identityOf(request).userId, handle)
      if (user === null) throw accountGone()
      if (user === 'handle-taken') throw new Problem('handle-taken', { detail: `@${handle} is taken. Choose another.` })
      return user
    },
  )
  app.delete(
    '/me',
    {
      config: { scope: 'account.write', sessionOnly: true, headers: SET_COOKIE },
      schema: {
        operationId: 'deleteAccount',
        summary: 'Delete the account',
        description:
          'For a dashboard session only. Removes the bots, the keys and every session, and forgets the address and the ' +
          'handle. Records of matches keep the names of the bots, and a running match continues to its end. Cannot be undone.',
        tags: ['account'],
        response: { 200: Empty },
      },
    },
    async (request, reply) => {
      await accounts.delete(identityOf(request).userId)
      return reply.header('set-cookie', sessionCookie.clear()).send({})
    },
  )
}
