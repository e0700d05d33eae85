/** A bot: where it stands, how its rating moved, and its record. */
import { characterName, stageName } from '@arena/slp'
import { count, day, oneDecimal, plural, share, signed, tally } from '../format.ts'
import type { BotPage as BotData, BotRecord } from '../page-data.ts'
import { BotName } from '../parts/bot-name.tsx'
import { Fact } from '../parts/fact.tsx'
import { FormStrip } from '../parts/form-strip.tsx'
import { titleOf } from '../parts/outcome.ts'
import { RangeBar, SHOWN_SIGMAS, scaleOf } from '../parts/range-bar.tsx'
import { ResultList } from '../parts/result-list.tsx'
import { Section } from '../parts/section.tsx'
import { TALLY } from '../parts/ranked-bots.tsx'
import { NUMBER, Table } from '../parts/table.tsx'
import { gamesOf, TallyTable } from '../parts/tally-table.tsx'
import { paths } from '../paths.ts'
import { OwnerSection } from './owner-section.tsx'
import { RatingChart } from './rating-chart.tsx'
import { RehearsalSection } from './rehearsal-section.tsx'
import { ReceiptSumSection } from './receipt-sum.tsx'

const SHOWN_OPPONENTS = 20
const SHOWN_CHANGES = 10
const SHOWN_VERSIONS = 12

export function BotPage({ page }: { page: BotData }) {
  const { bot, rank, record, history, matches, owner, playing, now } = page
  const { mu, sigma } = bot
  const counted = record.matches < bot.games ? `the newest ${plural(record.matches, 'match', 'matches')}` : undefined
  return (
    <>
      <div className="page-head">
        <h1 className="long-name">
          <bdi>{bot.name}</bdi>
        </h1>
        <p className="facts">
          {bot.owner !== '' && <span>@{bot.owner}</span>}
          <span>Here since {day(bot.createdAt)}</span>
          {bot.isRemoved && <span>Removed by its owner; its record stays.</span>}
          <a href={paths.compare({ a: bot.id })}>Compare with another</a>
          <a href={paths.botFeed(bot.id)}>Atom feed</a>
        </p>
      </div>
      {playing !== null && (
        <p className="playing">
          <span className="state" data-live="true">
            Playing now
          </span>
          {playing.stage !== null && <span>on {stageName(playing.stage)}</span>}
          <a href={paths.match(playing.id)}>Watch {titleOf(playing)}</a>
        </p>
      )}
      <dl className="figures">
        <Fact name="Rank">{rank === null ? '–' : `#${rank}`}</Fact>
        <Fact name="Rating">{bot.games === 0 ? '–' : oneDecimal(bot.rating)}</Fact>
        <Fact name="Wins–losses–draws">{tally(bot)}</Fact>
        <Fact name="Last ten">{record.form.length === 0 ? '–' : <FormStrip form={record.form} />}</Fact>
        <Fact name="Pads missed">
          {record.pads.polled === 0 ? '–' : `${((1000 * record.pads.missed) / record.pads.polled).toFixed(1)} in 1,000`}
        </Fact>
      </dl>
      {owner !== null && (
        <>
          <OwnerSection owner={owner} now={now} />
          <RehearsalSection bot={bot} isPaused={owner.status === 'paused'} rehearsal={owner.rehearsal} />
          <ReceiptSumSection sum={owner.receipts} botId={bot.id} />
        </>
      )}
      <Section id="rating" title="Rating" note={chartNote(history.length)}>
        <RatingChart
          botId={bot.id}
          history={history}
          {...(owner !== null && {
            marks: owner.urlChanges.slice(-SHOWN_CHANGES).map((at) => ({ at, label: 'New URL' })),
          })}
        />
        <div className="range-row">
          <p>
            Its skill lies between {oneDecimal(mu - SHOWN_SIGMAS * sigma)} and {oneDecimal(mu + SHOWN_SIGMAS * sigma)}{' '}
            with a probability of about 95%.
          </p>
          <RangeBar rating={bot} scale={scaleOf([bot, { mu: 25, sigma: 25 / 3 }])} />
        </div>
      </Section>
      <Section id="results" title="Results" more={{ href: paths.results({ bot: bot.id }), text: 'All its results' }}>
        <ResultList matches={matches} now={now} empty="It has not finished a match yet." />
      </Section>
      {record.versions.length > 0 && (
        <Section id="versions" title="Versions" {...(counted !== undefined && { note: counted })}>
          <Versions botId={bot.id} versions={record.versions} />
        </Section>
      )}
      <Section id="opponents" title="Head to head" {...(counted !== undefined && { note: counted })}>
        <TallyTable
          labelledBy="opponents"
          head="Opponent"
          lastHead="Last match"
          empty="It has met nobody yet."
          rows={record.opponents.slice(0, SHOWN_OPPONENTS).map((opponent) => ({
            key: opponent.botId,
            name: <BotName botId={opponent.botId} name={opponent.name} />,
            tally: opponent,
            last: (
              <span className="links">
                <a href={paths.match(opponent.lastMatchId)} aria-label={`Last match against ${opponent.name}`}>
                  Match
                </a>
                <a
                  href={paths.compare({ a: bot.id, b: opponent.botId })}
                  aria-label={`Compare ${bot.name} with ${opponent.name}`}
                >
                  Compare
                </a>
              </span>
            ),
          }))}
        />
        {record.opponents.length > SHOWN_OPPONENTS && (
          <p className="aside">
            The {SHOWN_OPPONENTS} it met most often, of {plural(record.opponents.length, 'opponent')}.
          </p>
        )}
      </Section>
      <div className="two-columns">
        <Section id="characters" title="By character">
          <TallyTable
            labelledBy="characters"
            head="Character"
            empty="It has played no game yet."
            rows={record.characters.map((each) => ({
              key: each.character,
              name: (
                <a href={paths.results({ bot: bot.id, character: each.character })}>{characterName(each.character)}</a>
              ),
              tally: each,
            }))}
          />
        </Section>
        <Section id="stages" title="By stage">
          <TallyTable
            labelledBy="stages"
            head="Stage"
            empty="It has played no game yet."
            rows={record.stages.map((each) => ({
              key: each.stage,
              name: <a href={paths.results({ bot: bot.id, stage: each.stage })}>{stageName(each.stage)}</a>,
              tally: each,
            }))}
          />
        </Section>
      </div>
      <Section id="pads" title="Pads">
        <p className="prose">
          {record.pads.games === 0
            ? 'It has played no game yet.'
            : `In ${plural(record.pads.games, 'game')} it missed ${plural(record.pads.missed, 'pad')} of ${count(record.pads.polled)}. It missed none in ${count(record.pads.clean)} (${share(record.pads.clean / record.pads.games)}) of the games.`}
        </p>
      </Section>
    </>
  )
}

function Versions({ botId, versions }: { botId: string; versions: BotRecord['versions'] }) {
  const rows = versions.slice(0, SHOWN_VERSIONS).map((each, place) => ({ ...each, before: versions[place + 1] }))
  const match = ({ matchId, startedAt }: (typeof rows)[number]['first']) => (
    <a href={paths.match(matchId)}>{day(startedAt)}</a>
  )
  return (
    <>
      <Table<(typeof rows)[number]>
        labelledBy="versions"
        columns={[
          {
            head: 'Version',
            value: ({ version }) => <a href={paths.version(botId, version)}>{version}</a>,
            isName: true,
          },
          { head: 'First match', value: ({ first }) => match(first), className: 'date wide-only' },
          { head: 'Last match', value: ({ last }) => match(last), className: 'date' },
          { head: 'Games', value: (row) => count(gamesOf(row)), ...NUMBER },
          { head: TALLY.head, value: (row) => tally(row), ...NUMBER },
          {
            head: <abbr title="The change of its rating in a match, in the mean">Change</abbr>,
            value: ({ meanDelta }) => signed(meanDelta),
            ...NUMBER,
          },
          {
            head: 'Compare',
            value: ({ version, before }) =>
              before !== undefined && (
                <a
                  href={paths.compare({ a: `${botId}@${version}`, b: `${botId}@${before.version}` })}
                  aria-label={`Compare ${version} with ${before.version}`}
                >
                  with {before.version}
                </a>
              ),
          },
        ]}
        rows={rows}
        keyOf={({ version }) => version}
      />
      {versions.length > rows.length && (
        <p className="aside">
          The newest {SHOWN_VERSIONS} of {plural(versions.length, 'version')}.
        </p>
      )}
    </>
  )
}

function chartNote(matches: number): string {
  return matches < 2 ? '' : `after each of its last ${count(matches)} matches`
}
