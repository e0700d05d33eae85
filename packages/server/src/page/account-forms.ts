/**
 * Sign-in and sign-out by plain forms, for a browser without scripts: the same as `POST /auth/…`, answered by the page of
 * the account.
 */
import { invalidRequest, Problem, RequestSignIn, VerifySignIn } from '@arena/protocol'
import type { SignInState } from '@arena/web'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { SESSION_MS } from '../accounts/session-store.ts'
import { signInLink } from '../accounts/sign-in-link.ts'
import type { Config } from '../config.ts'
import type { SignIn } from '../accounts/sign-in.ts'
import type { SessionStore } from '../accounts/session-store.ts'
import type { SessionCookie } from '../http/session-cookie.ts'
import type { App } from '../http/app-type.ts'
import { clientOf } from '../http/client-address.ts'
import { formRoutes } from '../http/forms.ts'
import { toProblem } from '../http/problems.ts'
import { requireSameOrigin } from '../http/same-origin.ts'

const ACCOUNT = '/account'
const LONGEST = 320
const SignInForm = z.object({ email: z.string().trim().max(LONGEST), code: z.string().trim().max(LONGEST).optional() })
/** The account that the page showed; a page that was opened before an upgrade may not say it. */
const SignOutForm = z.object({ account: z.string().optional() })

/** Sends the page with what is known of the sign-in. */
type Show = (reply: FastifyReply, signIn: SignInState) => Promise<FastifyReply>

export interface SignInParts {
  readonly config: Pick<Config, 'baseUrl'>
  readonly signIn: SignIn
  readonly sessions: SessionStore
  readonly sessionCookie: SessionCookie
}

export function accountForms(app: App, { config, signIn, sessions, sessionCookie }: SignInParts, show: Show): void {
  const linkTo = signInLink(app, config)

  formRoutes(app, (form) => {
    form.post(`${ACCOUNT}/sign-in`, { schema: { hide: true, body: SignInForm } }, async (request, reply) => {
      requireSameOrigin(request, config.baseUrl)
      const { email, code } = request.body
      try {
        if (code === undefined) {
          await signIn.ask(accepted(RequestSignIn, { email }).email, clientOf(request), linkTo)
          return await show(reply, { email, isMailSent: true, failure: null })
        }
        const proof = accepted(VerifySignIn.options[1], { email, code: code.replaceAll(' ', '') })
        const { sessionId } = await signIn.verify(proof, clientOf(request), sessionCookie.read(request))
        return await reply.header('set-cookie', sessionCookie.set(sessionId, SESSION_MS)).redirect(ACCOUNT, 303)
      } catch (error) {
        const { status, detail, headers, extra } = toProblem(error)
        if (status >= 500) throw error
        const failure = extra.errors?.[0]?.message ?? detail
        return await show(reply.code(status).headers(headers), {
          email,
          isMailSent: code !== undefined,
          failure,
        })
      }
    })
    form.post(`${ACCOUNT}/sign-out`, { schema: { hide: true, body: SignOutForm } }, async (request, reply) => {
      requireSameOrigin(request, config.baseUrl)
      const sessionId = sessionCookie.read(request)
      const userId = sessionId === null ? null : await sessions.find(sessionId)
      const shownId = request.body.account ?? userId
      // Another account signed in meanwhile in another tab: the page shows that one.
      if (userId !== null && userId !== shownId) return reply.redirect(ACCOUNT, 303)
      if (sessionId !== null) await sessions.end(sessionId)
      return reply.header('set-cookie', sessionCookie.clear()).redirect(ACCOUNT, 303)
    })
  })
}

function accepted<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { extra } = invalidRequest(result.error)
  throw new Problem('invalid-request', { ...extra, cause: result.error })
}
