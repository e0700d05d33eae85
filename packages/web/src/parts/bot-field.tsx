/** Where a bot is named in a form: by its id, or by its name, which several may share. */
import type { ReactNode } from 'react'
import { oneDecimal } from '../format.ts'
import type { PublicBot } from '../page-data.ts'

const NAMES_ID = 'bot-names'

interface BotFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  /** Whether a version may stand behind `@`. */
  readonly canHaveVersion?: boolean
}

export function BotField({ name, label, value, canHaveVersion = false }: BotFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        name={name}
        defaultValue={value}
        list={NAMES_ID}
        placeholder={canHaveVersion ? 'Name, or name@version' : 'Name or id'}
        maxLength={canHaveVersion ? 161 : 128}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
      />
    </label>
  )
}

/** Once in a form that has such fields. */
export function BotNames({ names }: { names: readonly string[] }) {
  return (
    <datalist id={NAMES_ID}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}

interface ChoiceProps {
  readonly asked: string
  readonly bots: readonly PublicBot[]
  /** Names that it may be meant for. */
  readonly suggested: readonly string[]
  /** The same page with another name or id in its place. */
  readonly hrefOf: (word: string) => string
}

/** What there is to say where a name means no bot, or several. */
export function BotChoice({ asked, bots, suggested, hrefOf }: ChoiceProps) {
  if (bots.length === 0) {
    return (
      <div className="empty">
        <p>
          There is no bot named <bdi>{asked}</bdi>. Upper and lower case do not matter; every other character does.
        </p>
        <Suggestions names={suggested} hrefOf={hrefOf}>
          Did you mean:
        </Suggestions>
      </div>
    )
  }
  return (
    <div className="empty">
      <p>
        Several bots are named <bdi>{asked}</bdi>. Choose one:
      </p>
      <ul className="choices">
        {bots.map((bot) => (
          <li key={bot.id}>
            <a href={hrefOf(bot.id)}>
              <bdi>{bot.name}</bdi>
            </a>{' '}
            {bot.owner !== '' && `@${bot.owner}, `}rating {oneDecimal(bot.rating)}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SuggestionsProps {
  readonly names: readonly string[]
  readonly hrefOf: (word: string) => string
  readonly children: ReactNode
}

export function Suggestions({ names, hrefOf, children }: SuggestionsProps) {
  if (names.length === 0) return null
  return (
    <div className="suggestions">
      <p>{children}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={hrefOf(name)}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
