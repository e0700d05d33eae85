/** A bot's name: text of any script, kept apart from the text beside it, that leads to the bot's page. */
import { paths } from '../paths.ts'

export function BotName({ botId, name }: { botId: string; name: string }) {
  return (
    <a className="bot-name" href={paths.bot(botId)}>
      <bdi>{name}</bdi>
    </a>
  )
}
