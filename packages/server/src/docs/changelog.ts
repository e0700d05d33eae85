/** The changelog as text; it is data in @arena/protocol. */
import { CHANGELOG } from '@arena/protocol'

export function changelogMarkdown(): string {
  const entries = CHANGELOG.entries.map(
    ({ date, title, changes }) => `## ${date}: ${title}\n\n${changes.map((change) => `- ${change}`).join('\n')}\n`,
  )
  return `# Changelog\n\nBreaking changes to the play protocol, schemas, endpoints and rules, newest first.\n\n${entries.join('\n')}`
}
