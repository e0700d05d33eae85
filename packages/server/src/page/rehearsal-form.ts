/** Rehearsals by the plain form on the page of a bot: the same as `POST` and `DELETE /bots/{id}/rehearsal`, answered by that page. */
import { Problem } from '@arena/protocol'
import { z } from 'zod'
import type { App } from '../http/app-type.ts'
import { identityOf } from '../http/authentication.ts'
import { formRoutes } from '../http/forms.ts'
import type { Stores } from './stores.ts'

const Params = z.object({ id: z.string().max(256) })
const Form = z.object({ act: z.enum(['begin', 'call-off']) })

export function rehearsalForm(app: App, { rehearsals }: Stores<'rehearsals'>): void {
  formRoutes(app, (form) => {
    form.post(
      '/b/:id/rehearsal',
      { config: { scope: 'bots.write' }, schema: { hide: true, params: Params, body: Form } },
      async (request, reply) => {
        const { userId } = identityOf(request)
        const { id } = request.params
        const rehearsal = await (request.body.act === 'begin'
          ? rehearsals.request(userId, id)
          : rehearsals.callOff(userId, id))
        if (rehearsal === null)
          throw new Problem('not-found', { detail: 'The account has no such bot, or it has no rehearsal.' })
        return reply.redirect(`/b/${id}#rehearsal`, 303)
      },
    )
  })
}
