/** The steps of the deploy check, by name. */
import { z } from 'zod'

export const DeployStepName = z.enum(['resolve', 'address', 'ping', 'upgrade']).meta({
  id: 'DeployStepName',
  description:
    '`resolve` looks the host up, `address` checks every address found, `ping` asks for `/ping`, `upgrade` opens the WebSocket.',
  examples: ['ping'],
})
export type DeployStepName = z.infer<typeof DeployStepName>
