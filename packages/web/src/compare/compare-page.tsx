/** Two bots side by side, or versions of them: what the ratings expect, what happened, and whom both have met. */
import { stageName } from '@arena/slp'
import { count, plural, signed, tally } from '../format.ts'
import type { ComparedSide, ComparePage as CompareData, Comparison, Did, PublicBot, Tally } from '../page-data.ts'
import { BotChoice, BotField, BotNames, Suggestions } from '../parts/bot-field.tsx'
import { BotName } from '../parts/bot-name.tsx'
import { scaleOf } from '../parts/range-bar.tsx'
import { BOT, RANK, rangeColumn, RATING, TALLY } from '../parts/ranked-bots.tsx'
import { ResultList } from '../parts/result-list.tsx'
import { Section } from '../parts/section.tsx'
import { SplitBar } from '../parts/split-bar.tsx'
import { NUMBER, Table } from '../parts/table.tsx'
import { gamesOf, TallyTable } from '../parts/tally-table.tsx'
import { paths } from '../paths.ts'

export function ComparePage({ page }: { page: CompareData }) {
  const { sides, comparison, names, now } = page
  const [a, b] = sides
  return (
    <>
      <div className="page-head">
        <h1>Compare two bots</h1>
      </div>
      <form className="filters wide" method="get" action={paths.compare()} aria-label="Choose two bots">
        <BotField name="a" label="One bot" value={a.asked} canHaveVersion />
        <BotField name="b" label="Another, or another version" value={b.asked} canHaveVersion />
        <p className="buttons">
          <button type="submit">Compare</button>
        </p>
        <BotNames names={names} />
      </form>
      {sides.map((side, index) => {
        const hrefOf = (word: string) => paths.compare(index === 0 ? { a: word, b: b.asked } : { a: a.asked, b: word })
        if (side.bots.length === 1) return <VersionChoice key={index} side={side} hrefOf={hrefOf} />
        if (side.asked !== '') {
          const { asked, bots, suggested } = side
          return <BotChoice key={index} asked={asked} bots={bots} suggested={suggested} hrefOf={hrefOf} />
        }
        // One is chosen after the other.
        if (index === 1 && a.bots.length !== 1) return null
        return (
          <Suggestions key={index} names={side.suggested} hrefOf={hrefOf}>
            {index === 0
              ? 'Choose one, from the top of the ranking:'
              : 'Compare it with one from the top of the ranking:'}
          </Suggestions>
        )
      })}
      {comparison !== null ? (
        <Compared sides={[a, b]} comparison={comparison} now={now} />
      ) : (
        a.bots.length === 1 &&
        a.bots[0]!.id === b.bots[0]?.id && (
          <p className="empty">That is the same bot twice. Choose another, or another version of it.</p>
        )
      )}
    </>
  )
}

interface VersionChoiceProps {
  readonly side: ComparedSide
  readonly hrefOf: (word: string) => string
}

const ALL = 'all its matches'

/** Versions to choose in the place of what is chosen. */
function VersionChoice({ side, hrefOf }: VersionChoiceProps) {
  const { word = '', version, versions } = side
  const others = versions.filter((each) => each !== version)
  const names = version === null ? others : [...others, ALL]
  return (
    <Suggestions names={names} hrefOf={(name) => hrefOf(name === ALL ? word : `${word}@${name}`)}>
      In the place of <bdi>{nameOf(side)}</bdi>:
    </Suggestions>
  )
}

interface ComparedProps {
  readonly sides: readonly [ComparedSide, ComparedSide]
  readonly comparison: Comparison
  readonly now: number
}

function Compared({ sides, comparison, now }: ComparedProps) {
  const { expected, byOthers, did, met, common, lookedAt, isWhole } = comparison
  const [a, b] = [sides[0].bots[0]!, sides[1].bots[0]!]
  const names = [nameOf(sides[0]), nameOf(sides[1])] as const
  const newest = `the newest ${plural(lookedAt, 'match', 'matches')} of`
  const within = isWhole ? {} : { note: `in ${newest} the first` }
  const hasVersions = sides.some(({ version }) => version !== null)
  return (
    <>
      <div className="two-columns">
        {hasVersions ? (
          <Section id="now" title="What they did" note={`in ${newest} each`}>
            <DidTable sides={sides} did={did} />
          </Section>
        ) : (
          <Section id="now" title="Where they stand">
            <Standing bots={[a, b]} ranks={[sides[0].rank, sides[1].rank]} />
          </Section>
        )}
        <Section id="by-others" title="By those that both met">
          <ByOthers names={names} byOthers={byOthers} haveMet={met !== null && gamesOf(met.tally) > 0} />
        </Section>
      </div>
      {expected !== null && (
        <Section id="expected" title="What the ratings expect">
          <div className="prose">
            <p>
              Expected score of <bdi>{a.name}</bdi> in a match of the two, on average (a win counts 1, a draw one half):
            </p>
            <SplitBar first={expected} label={`Expected score of ${a.name} and of ${b.name}`} />
            {met !== null && <p>{metText(met.tally, names[0], isWhole ? '' : ` in ${newest} ${names[0]}`)}</p>}
          </div>
        </Section>
      )}
      <div className="two-columns">
        {met !== null && (
          <Section id="stages" title="By stage" {...within}>
            {expected === null && <p>{metText(met.tally, names[0], '')}</p>}
            <TallyTable
              labelledBy="stages"
              head="Stage"
              empty={isWhole ? 'They have played no game yet.' : 'They have played no game in these.'}
              rows={met.stages.map((each) => ({ key: each.stage, name: stageName(each.stage), tally: each }))}
            />
          </Section>
        )}
        <Section id="common" title="Common opponents" note={`of ${newest} each`}>
          <Common names={names} rows={common} />
        </Section>
      </div>
      {met !== null && (
        <Section id="matches" title="Their matches" {...within}>
          <ResultList
            matches={met.matches}
            now={now}
            empty={isWhole ? 'They have not met yet.' : 'They have not met in these.'}
          />
        </Section>
      )}
    </>
  )
}

const nameOf = ({ bots, version }: ComparedSide): string =>
  version === null ? bots[0]!.name : `${bots[0]!.name} ${version}`

function metText(tallied: Tally, first: string, where: string): string {
  const games = gamesOf(tallied)
  if (games === 0) return `They have not met${where}.`
  return `They have met ${plural(games, 'time')}${where}: ${tally(tallied)} (wins, losses and draws of ${first}).`
}

interface ByOthersProps {
  readonly names: readonly [string, string]
  readonly byOthers: Comparison['byOthers']
  readonly haveMet: boolean
}

function ByOthers({ names: [a, b], byOthers, haveMet }: ByOthersProps) {
  if (byOthers === null) return <p className="empty">They have met no bot in common yet.</p>
  const { score, low, high, games, others, isEarly } = byOthers
  const from = `${count(games[0])} and ${count(games[1])} matches, against ${plural(others, 'bot')} that both met${haveMet ? ' and each other' : ''}`
  if (isEarly) return <p className="empty">It is too early to say which is stronger, after {from}.</p>
  return (
    <div className="prose">
      <p>
        Expected score of <bdi>{a}</bdi> in a match against <bdi>{b}</bdi>, with 95% between {hundredths(low)} and{' '}
        {hundredths(high)}:
      </p>
      <p className="by-others">
        <strong>{hundredths(score)}</strong> ± {hundredths((high - low) / 2)}
      </p>
      <SplitBar first={score} label={`Expected score of ${a} and of ${b}, by those that both met`} />
      <p className="hint">
        By {from}. Each match counts by how strong the opponent is, so that easier opponents flatter nobody.
      </p>
    </div>
  )
}

const hundredths = (share: number): string => share.toFixed(2)

function DidTable({ sides, did }: { sides: ComparedProps['sides']; did: Comparison['did'] }) {
  const rows = did.map((each, index) => ({ ...each, side: sides[index]!, index }))
  return (
    <Table<Did & { readonly side: ComparedSide; readonly index: number }>
      labelledBy="now"
      columns={[
        {
          head: 'Bot',
          value: ({ side }) => (
            <>
              <BotName botId={side.bots[0]!.id} name={side.bots[0]!.name} />
              {side.version !== null && (
                <a className="version" href={paths.version(side.bots[0]!.id, side.version)}>
                  {side.version}
                </a>
              )}
            </>
          ),
          isName: true,
        },
        { head: 'Games', value: (row) => count(gamesOf(row)), ...NUMBER },
        { head: TALLY.head, value: (row) => tally(row), ...NUMBER },
        {
          head: <abbr title="The change of its rating in a match, in the mean">Change</abbr>,
          value: ({ meanDelta }) => (meanDelta === null ? '–' : signed(meanDelta)),
          ...NUMBER,
        },
      ]}
      rows={rows}
      keyOf={({ index }) => index}
    />
  )
}

function Standing({ bots, ranks }: { bots: readonly [PublicBot, PublicBot]; ranks: readonly (number | null)[] }) {
  const rows = bots.map((bot, index) => ({ ...bot, botId: bot.id, rank: ranks[index] ?? null }))
  return (
    <Table<(typeof rows)[number]>
      labelledBy="now"
      className="rows ranks"
      columns={[RANK, BOT, RATING, rangeColumn('Range', scaleOf(bots)), TALLY]}
      rows={rows}
      keyOf={({ botId }) => botId}
    />
  )
}

function Common({ names: [a, b], rows }: { names: readonly [string, string]; rows: Comparison['common'] }) {
  if (rows.length === 0) return <p className="empty">They have no opponent in common yet.</p>
  return (
    <Table<(typeof rows)[number]>
      labelledBy="common"
      className="rows sides"
      columns={[
        { head: 'Opponent', value: ({ botId, name }) => <BotName botId={botId} name={name} />, isName: true },
        { head: <bdi>{a}</bdi>, value: (row) => tally(row.a), className: 'port-0', cellClass: null },
        { head: <bdi>{b}</bdi>, value: (row) => tally(row.b), className: 'port-1', cellClass: null },
      ]}
      rows={rows}
      keyOf={({ botId }) => botId}
    />
  )
}
