import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the bot in the README is the example that is tested', () => {
  const readme = readFileSync('README.md', 'utf8')
  const [, path, code] = /<!-- (packages\/\S+\.ts) -->\n\n```ts\n([^]*?)```/.exec(readme) ?? []
  expect(code).toBe(readFileSync(path!, 'utf8'))
})

test('every file that the README, the contributing guide and the architecture link to exists', () => {
  for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']) {
    const text = readFileSync(page, 'utf8')
    const folder = page.startsWith('docs/') ? 'docs/' : ''
    for (const [, target] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect(() => readFileSync(folder + target!), `${page} links to ${target}`).not.toThrow(/ENOENT/)
    }
  }
})
