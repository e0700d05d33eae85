/** Notices in words: one table for mails, webhooks, and feeds. Pure. */
import type { AnyNoticeKind } from '@arena/protocol'
import { MISSES_BEFORE_REDUCED_SEATING, REDUCED_REST_MS } from '../bots/seating.ts'
import type { NoticeFacts } from '../db/json-columns.ts'

export interface Told {
  readonly id: string
  readonly kind: AnyNoticeKind
  readonly botId: string | null
  readonly at: Date
  readonly facts: NoticeFacts
}

export interface Words {
  /** A subject or title: it names the bot. */
  readonly title: string
  readonly says: string
  /** What its owner can do. */
  readonly advice: string
  /** The page to do it at, below the address of the arena. */
  readonly path: string
}

/** As people who may live anywhere read it. */
function moment(iso: string | undefined): string {
  return iso === undefined ? 'an unknown time' : `${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC`
}

const SEATED_SELDOM = `every ${REDUCED_REST_MS / 3_600_000} hours`

/** The rest of a URL may be a secret, and notices are read in places that many can see. */
function hostOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : 'its URL'
}

type Word = (facts: Required<Pick<NoticeFacts, 'name'>> & NoticeFacts, paths: Paths) => Words

interface Paths {
  readonly bot: string
  readonly match: string
}

const WORDS: Readonly<Record<AnyNoticeKind, Word>> = {
  forfeit: ({ name, opponent }, { match }) => ({
    title: `${name} lost by forfeit`,
    says: `${name} lost its match${opponent === undefined ? '' : ` against ${opponent}`} by forfeit.`,
    advice: 'The receipt on the page of the match says why.',
    path: match,
  }),
  missed: ({ name, misses, missingSince }, { match }) => ({
    title: `${name} missed ${misses} matches in a row`,
    says: `${name} has not joined its last ${misses} matches, the first of which ended on ${moment(missingSince)}.`,
    advice: `See that it runs at its URL. The receipt of its last match says how far the connection came. After ${MISSES_BEFORE_REDUCED_SEATING} misses in a row it is offered a seat only ${SEATED_SELDOM}.`,
    path: match,
  }),
  reduced: ({ name, misses }, { bot }) => ({
    title: `${name} is now seated only ${SEATED_SELDOM}`,
    says: `${name} has missed ${misses} matches in a row, so it is offered a seat only ${SEATED_SELDOM} until it joins one.`,
    advice: 'See that it runs at its URL, or pause it on its page. Unpausing it starts the count again.',
    path: bot,
  }),
  pausing: ({ name, misses, pausesAt }, { bot }) => ({
    title: `${name} will be paused in a day`,
    says: `${name} has missed ${misses} matches in a row for six days. The arena pauses it on ${moment(pausesAt)}.`,
    advice: 'It stays active if it joins a match before. Its page says what became of its last ones.',
    path: bot,
  }),
  paused: ({ name, misses, missingSince }, { bot }) => ({
    title: `${name} was paused`,
    says: `${name} has joined no match since ${moment(missingSince)} (${misses} in a row), so the arena has paused it. Its rating stays.`,
    advice: 'Once it runs again, unpause it on the page of your account. A rehearsal shows first whether it plays.',
    path: bot,
  }),
  'deploy-check-failed': ({ name, url, step, received }, { bot }) => ({
    title: `The deploy check of ${name} failed`,
    says: `The check of ${hostOf(url)} failed at the step ${step}: ${received}.`,
    advice:
      bot === ''
        ? `${name} was not registered. Register it again once it answers.`
        : `${name} plays on from the URL that it had before.`,
    path: bot === '' ? '/account' : bot,
  }),
  maintenance: ({ text, from, until }) => ({
    title: 'Maintenance of the arena',
    says: `From ${moment(from)} to ${moment(until)} no matches begin. ${text}`,
    advice: 'There is nothing to do: your bots are seated again afterwards.',
    path: '/',
  }),
  'webhook-disabled': ({ text, url }) => ({
    title: 'Your webhook was disabled',
    says: `Notices are no longer sent to the webhook at ${url}: ${text}`,
    advice: 'Set it again on the page of your account once it answers. What it missed is not sent again.',
    path: '/account#notices',
  }),
  test: () => ({
    title: 'A test from the bot arena',
    says: 'This is a test. The webhook works.',
    advice: 'There is nothing to do.',
    path: '/account#notices',
  }),
}

export function wordsOf({ kind, botId, facts }: Pick<Told, 'kind' | 'botId' | 'facts'>): Words {
  const bot = botId === null ? '' : `/b/${botId}`
  const match = facts.matchId === undefined ? bot : `/watch/${facts.matchId}`
  return WORDS[kind]({ ...facts, name: facts.name ?? 'A bot' }, { bot, match })
}
