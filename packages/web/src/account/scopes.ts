/** What each scope allows, in words. */
import type { KeyScope } from '@arena/protocol'

export const SCOPES: Readonly<Record<KeyScope, string>> = {
  'bots.read': 'list and inspect bots',
  'bots.write': 'register, update, pause, remove bots',
  'keys.read': 'list API keys',
  'keys.write': 'create and revoke API keys',
  'account.read': 'read the account',
  'account.write': 'change the handle, the notices and the webhook',
}

/** For a program that deploys bots. */
export const FIRST_SCOPES: readonly KeyScope[] = ['bots.read', 'bots.write']
