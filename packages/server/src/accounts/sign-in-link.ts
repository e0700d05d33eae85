/** The address that a sign-in mail leads to. */
import type { Config } from '../config.ts'
import type { App } from '../http/app-type.ts'
import { localUrl } from '../http/local-url.ts'

/** Never from the `Host` header, which is the caller's to choose. */
export function signInLink(app: App, { baseUrl }: Pick<Config, 'baseUrl'>): (token: string) => string {
  return (token) => `${baseUrl ?? localUrl(app.server)}/sign-in?token=${token}`
}
