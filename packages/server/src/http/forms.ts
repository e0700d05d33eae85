/** Routes that plain forms of pages send to, which need no script. Forms are understood here and nowhere else. */
import type { App } from './app-type.ts'

export function formRoutes(app: App, add: (form: App) => void): void {
  void app.register((form: App, _options, done) => {
    form.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) => {
      parsed(null, Object.fromEntries(new URLSearchParams(body as string)))
    })
    add(form)
    done()
  })
}
