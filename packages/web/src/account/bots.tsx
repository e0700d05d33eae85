/** The bots of the account: register, edit, pause, unpause, remove. */
import { useState } from 'react'
import type { Bot } from '@arena/protocol'
import { day } from '../format.ts'
import { BotName } from '../parts/bot-name.tsx'
import { Section } from '../parts/section.tsx'
import { StandingChip, StandingFacts, standingInWords } from '../parts/bot-standing.tsx'
import { paths } from '../paths.ts'
import { BotForm } from './bot-form.tsx'
import { Confirm, FailureNote, inText, moveOn } from './parts.tsx'
import { ask, askWithSteps } from './request.ts'
import { useRequest } from './use-request.ts'

interface BotsProps {
  readonly bots: readonly Bot[]
  readonly now: number
  /** `next` makes them of those that are there by then. */
  readonly onChange: (next: (bots: readonly Bot[]) => readonly Bot[]) => void
}

const SECTION_ID = 'bots'
const EMPTY = { name: '', url: '' }

export function Bots({ bots, now, onChange }: BotsProps) {
  const [told, setTold] = useState('')

  return (
    <Section id={SECTION_ID} title="Bots" note={bots.length === 0 ? '' : String(bots.length)}>
      <p className="told" role="status">
        {told}
      </p>
      {bots.length === 0 ? (
        <p className="empty">
          You have no bot yet. <a href={paths.docs('writing-a-bot')}>Writing a bot</a> has one in ten lines.
        </p>
      ) : (
        <ul className="owned">
          {bots.map((bot) => (
            <li key={bot.id}>
              <OwnBot
                bot={bot}
                now={now}
                onChange={(changed, news) => {
                  onChange((own) => own.map((each) => (each.id === bot.id ? { ...each, ...changed } : each)))
                  setTold(news)
                }}
                onRemoved={() =>
                  moveOn(SECTION_ID, () => {
                    onChange((own) => own.filter(({ id }) => id !== bot.id))
                    setTold(`${inText(bot.name)} is removed.`)
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className="panel">
        <h3 id="register">Register a bot</h3>
        <p>The arena checks that the bot answers, and seats it from the next tick on, every 5 seconds.</p>
        <p>
          A bot without an address of its own plays from your machine, behind any router:{' '}
          <code>npx arena-kit connect</code> registers and connects it, as{' '}
          <a href={paths.docs('first-bot')}>your first bot</a> shows.{' '}
          <a href={`${paths.docs('python')}#on-the-ladder`}>Python</a> has a command of its own.
        </p>
        <BotForm
          first={EMPTY}
          act="Register"
          send={(fields, onStep, userId) =>
            askWithSteps('POST', paths.data.bots(), { ...fields, mode: 'live' }, onStep, userId)
          }
          onDone={(bot) =>
            moveOn(SECTION_ID, () => {
              onChange((own) => [...own, bot])
              setTold(`${inText(bot.name)} passed the deploy check and is registered.`)
            })
          }
        />
      </div>
    </Section>
  )
}

interface OwnBotProps {
  readonly bot: Bot
  readonly now: number
  /** With what a request changed, and no more: the answer to another one may be newer. */
  readonly onChange: (changed: Partial<Bot>, news: string) => void
  readonly onRemoved: () => void
}

function OwnBot({ bot, now, onChange, onRemoved }: OwnBotProps) {
  const [shown, setShown] = useState<'facts' | 'form' | 'removal'>('facts')
  const { isBusy, failure, run, reset } = useRequest()
  const isPaused = bot.status === 'paused'
  const editId = `edit-${bot.id}`

  async function turn(): Promise<void> {
    const status = isPaused ? 'active' : 'paused'
    const changed = await run((userId) => ask<Bot>('PATCH', paths.data.bot(bot.id), { status }, userId))
    if (changed === null) return
    onChange(
      { status: changed.value.status },
      isPaused ? `${inText(bot.name)} is active: it plays from the next tick on.` : `${inText(bot.name)} is paused.`,
    )
  }
  async function remove(): Promise<void> {
    if ((await run((userId) => ask('DELETE', paths.data.bot(bot.id), undefined, userId))) !== null) onRemoved()
  }
  function backToFacts(): void {
    moveOn(editId, () => setShown('facts'))
  }

  return (
    <article className="panel" aria-label={bot.name}>
      <div className="owned-head">
        <h3>
          <BotName botId={bot.id} name={bot.name} />
        </h3>
        {bot.standing !== undefined && <StandingChip standing={bot.standing} />}
      </div>
      {shown === 'form' ? (
        <BotForm
          first={bot}
          act="Save"
          isAutoFocused
          send={({ name, url }, onStep, userId) =>
            askWithSteps('PATCH', paths.data.bot(bot.id), { name, ...(url !== bot.url && { url }) }, onStep, userId)
          }
          onDone={({ name, url }, isShown) => {
            onChange({ name, url }, `${inText(name)} is saved.`)
            if (isShown) backToFacts()
          }}
        >
          <button type="button" className="quiet" onClick={backToFacts}>
            Cancel
          </button>
        </BotForm>
      ) : (
        <>
          <p className="long">
            <code>{bot.url}</code>
          </p>
          {bot.standing !== undefined && (
            <>
              <p className="says">{standingInWords(bot.standing)}</p>
              <StandingFacts standing={bot.standing} now={now} />
            </>
          )}
          <p className="facts">
            <a href={`${paths.bot(bot.id)}#receipts`}>Receipts</a>
            <a href={paths.losses(bot.id)}>My losses, worst first</a>
          </p>
          <p className="hint">Registered on {day(bot.createdAt)}</p>
          <FailureNote failure={shown === 'removal' ? null : failure} />
          <p className="buttons">
            <button type="button" id={editId} className="quiet" onClick={() => setShown('form')}>
              Edit
            </button>
            <button type="button" className="quiet" aria-disabled={isBusy} onClick={() => isBusy || void turn()}>
              {isPaused ? 'Unpause' : 'Pause'}
            </button>
            <button type="button" className="quiet" onClick={() => setShown('removal')}>
              Remove
            </button>
          </p>
        </>
      )}
      {shown === 'removal' && (
        <Confirm
          title={
            <>
              Remove <bdi>{bot.name}</bdi>?
            </>
          }
          act="Remove the bot"
          isBusy={isBusy}
          failure={failure}
          onConfirm={() => void remove()}
          onCancel={() => {
            reset()
            setShown('facts')
          }}
        >
          <p>
            It leaves the ranking and loses its rating. If you register it again, it starts as a new bot. Records and
            replays of its matches stay. To stop it for a while, pause it instead.
          </p>
        </Confirm>
      )}
    </article>
  )
}
