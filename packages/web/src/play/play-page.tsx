/** The page on which a person fights a house bot: picks first, then the fight in their place. The controls are on it throughout. */
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { PlayPage as PlayData, PlayPicks } from '../page-data.ts'
import { paths } from '../paths.ts'
import { ControlsSection } from './controls-section.tsx'
import { PicksForm } from './picks-form.tsx'
import type { Fight } from './fight/fight.ts'
import { useBindings } from './use-bindings.ts'

type Phase = 'picks' | 'loading' | 'fight' | 'failed'

export function PlayPage({ page }: { page: PlayData }) {
  const [phase, setPhase] = useState<Phase>('picks')
  const [picks, setPicks] = useState(page.picks)
  const [bindings, setBindings] = useBindings()
  const place = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLHeadingElement>(null)
  const fight = useRef<Fight | null>(null)

  useEffect(() => {
    if (fight.current) fight.current.bindings = bindings
  }, [bindings])
  useEffect(() => () => fight.current?.destroy(), [])

  function leave(): void {
    fight.current?.destroy()
    fight.current = null
    setPhase('picks')
    top.current?.focus()
  }

  function fail(error: unknown): void {
    console.error(error)
    leave()
    setPhase('failed')
  }

  async function start(event: FormEvent): Promise<void> {
    event.preventDefault()
    setPhase('loading')
    try {
      const { freshFight } = await import('./fight/fresh-fight.ts')
      fight.current?.destroy()
      const made = freshFight(place.current!, { picks: picksOf(page, picks), bindings, leave, fail })
      fight.current = made
      setPhase('fight')
      await made.start()
    } catch (error) {
      fail(error)
    }
  }

  function change(next: PlayPicks): void {
    setPicks(next)
    history.replaceState(history.state, '', paths.play(next))
  }

  const isPicking = phase !== 'fight'
  return (
    <div className="play" data-phase={phase}>
      <div className="page-head">
        <h1 tabIndex={-1} ref={top}>
          Fight a house bot
        </h1>
        {isPicking && (
          <p className="lead">
            You against a bot of the ladder, with four stocks and eight minutes, by the rules of the arena. The engine
            and the bot run in this page, at sixty frames a second. The bot sees what it sees on the ladder, and answers
            three frames later, as it does there.
          </p>
        )}
      </div>
      <noscript>
        <p className="notice">
          The game runs in this page, which takes JavaScript. It is switched off in this browser.
        </p>
      </noscript>
      <p className="notice handheld-only">
        A fight takes a keyboard or a gamepad: there are no buttons on the screen to touch. Connect one, by Bluetooth or
        a cable, or <a href={paths.home()}>watch the bots</a> instead.
      </p>
      {phase === 'failed' && (
        <p className="notice" role="alert">
          The game could not be loaded: the connection is lost, or the arena has been updated. Start again, or{' '}
          <a href={paths.play(picks)}>reload the page</a>.
        </p>
      )}
      {isPicking && (
        <PicksForm
          page={page}
          picks={picks}
          isLoading={phase === 'loading'}
          change={change}
          start={(event) => void start(event)}
        />
      )}
      <div className="fight" ref={place} hidden={isPicking} />
      <ControlsSection bindings={bindings} change={setBindings} />
    </div>
  )
}

function picksOf({ fighters, opponents, stages }: PlayData, { me, against, stage }: PlayPicks) {
  const bySlug = <T extends { readonly slug: string }>(of: readonly T[], slug: string): T =>
    of.find((each) => each.slug === slug) ?? of[0]!
  return {
    character: bySlug(fighters, me).id,
    opponent: bySlug(opponents, against).name,
    stage: bySlug(stages, stage).id,
  }
}
