/** The changelog as text; it is data in @arena/protocol. */
import { CHANGELOG } from '@arena/protocol'

const HEAD = `# Changelog

Changes of the play protocol, schemas, endpoints and rules, newest first; every breaking one is among them.
`

export function changelogMarkdown(): string {
  const entries = CHANGELOG.entries.map(
    ({ date, title, changes }) => `## ${date}: ${title}\n\n${changes.map((change) => `- ${change}`).join('\n')}\n`,
  )
  return [HEAD, ...entries].join('\n')
}
