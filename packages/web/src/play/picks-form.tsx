/** Fighter, opponent and stage, as a form that works by its address too. */
import type { FormEvent, ReactNode } from 'react'
import { characterName } from '@arena/slp'
import type { PlayPage as PlayData, PlayPicks } from '../page-data.ts'
import { paths } from '../paths.ts'
import { Portrait } from '../scene/fighter-drawing.tsx'
import { StageDrawing } from '../scene/scene.tsx'

interface PicksFormProps {
  readonly page: PlayData
  readonly picks: PlayPicks
  readonly isLoading: boolean
  readonly change: (picks: PlayPicks) => void
  readonly start: (event: FormEvent) => void
}

export function PicksForm({ page, picks, isLoading, change, start }: PicksFormProps) {
  const { fighters, opponents, stages } = page
  const pick = (name: keyof PlayPicks) => ({
    name,
    picked: picks[name],
    pick: (slug: string) => change({ ...picks, [name]: slug }),
  })
  return (
    <form className="picks" method="get" action={paths.play()} onSubmit={start}>
      <fieldset className="pick-fighter">
        <legend>Your fighter</legend>
        <div className="fighters">
          {fighters.map(({ slug, name, id }) => (
            <Choice key={slug} slug={slug} {...pick('me')}>
              <Portrait character={id} port={0} />
              {name}
            </Choice>
          ))}
        </div>
      </fieldset>
      <fieldset className="pick-opponent">
        <legend>Your opponent</legend>
        <div className="bots">
          {opponents.map(({ slug, name, character, about }) => (
            <Choice key={slug} slug={slug} {...pick('against')}>
              <Portrait character={character} port={1} />
              <b>{name}</b> <span className="character">{characterName(character)}</span>
              <small>{about}</small>
            </Choice>
          ))}
        </div>
      </fieldset>
      <fieldset className="pick-stage">
        <legend>The stage</legend>
        <div className="stages">
          {stages.map(({ slug, name, id }) => (
            <Choice key={slug} slug={slug} {...pick('stage')}>
              <StageDrawing stage={id} />
              {name}
            </Choice>
          ))}
        </div>
      </fieldset>
      <p className="buttons">
        <button type="submit" disabled={isLoading}>
          {isLoading ? 'Loading the game…' : 'Start the fight'}
        </button>
        <span className="note">P or Esc pauses. The controls are below.</span>
      </p>
    </form>
  )
}

interface ChoiceProps {
  readonly slug: string
  readonly name: keyof PlayPicks
  readonly picked: string
  readonly pick: (slug: string) => void
  readonly children: ReactNode
}

function Choice({ slug, name, picked, pick, children }: ChoiceProps) {
  return (
    <label className="pick-option">
      <input type="radio" name={name} value={slug} checked={picked === slug} onChange={() => pick(slug)} />
      <span>{children}</span>
    </label>
  )
}
