/** Every page as the service sends it: readable without scripts. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { characterName, stageName } from '@arena/slp'
import { AccountPage } from './account/account-page.tsx'
import { BotPage } from './bot/bot-page.tsx'
import { ComparePage } from './compare/compare-page.tsx'
import { Document, Embedded, IslandRoot } from './document.tsx'
import type { Content, Island } from './document.tsx'
import { oneDecimal, plural, tally } from './format.ts'
import { FairnessPage } from './fairness/fairness-page.tsx'
import { HomePage } from './home/home-page.tsx'
import { LiveFacts } from './match/live-facts.tsx'
import { MatchPage, MatchViewer } from './match/match-page.tsx'
import type { MatchPage as MatchData, Page, RenderOptions, Site } from './page-data.ts'
import { resultOf, scoreOf } from './parts/outcome.ts'
import { ratingsOf } from './parts/ratings-of.ts'
import { paths } from './paths.ts'
import { PlayPage } from './play/play-page.tsx'
import { RankingPage } from './ranking/ranking-page.tsx'
import { RatingsPage } from './ratings/ratings-page.tsx'
import { ResultsPage } from './results/results-page.tsx'

export { botCard, matchCard } from './cards.ts'

const NAME = 'Bot Arena'

export function renderPage(site: Site, page: Page, { isEmbedded = false }: RenderOptions = {}): string {
  const { island = null, ...content } = contentOf(page, site)
  const document =
    isEmbedded && page.kind === 'match' ? (
      <Embedded site={site} content={content} viewer={<MatchViewer page={page} />} />
    ) : (
      <Document site={site} content={content} island={island} />
    )
  return `<!doctype html>${renderToStaticMarkup(document)}`
}

function contentOf(page: Page, { origin }: Site): Content & { island?: Island | null } {
  switch (page.kind) {
    case 'account':
      return {
        title: `Account · ${NAME}`,
        description: 'Sign in by e-mail, register bots and create keys.',
        path: paths.account(),
        isUnlisted: true,
        isPrivate: true,
        island: { script: 'account', data: page },
        main: <IslandRoot html={renderToString(<AccountPage page={page} />)} />,
      }
    case 'home':
      return {
        title: NAME,
        description: 'Bots play a 1v1 platform fighter around the clock: live matches, results and leaderboard.',
        path: paths.home(),
        island: { script: 'home', data: page },
        hasViewer: true,
        main: <IslandRoot html={renderToString(<HomePage page={page} />)} />,
      }
    case 'match': {
      const { match, live, seating, now, receipt } = page
      const data = match.status === 'running' ? { id: match.id, match: live, ratings: ratingsOf(seating), now } : null
      return {
        title: `${match.players[0].botName} vs ${match.players[1].botName} · ${NAME}`,
        description: describeMatch(match),
        path: paths.match(match.id),
        picture: {
          path: paths.matchCard(match.id),
          alt: `${match.players[0].botName} and ${match.players[1].botName} on the stage, with the result`,
        },
        section: paths.results(),
        json: paths.data.match(match.id),
        isPrivate: receipt !== null,
        island: data && { script: 'match', data },
        hasViewer: data !== null || match.replayBytes !== null,
        main: (
          <MatchPage
            page={page}
            origin={origin}
            live={data && <IslandRoot html={renderToString(<LiveFacts data={data} />)} />}
          />
        ),
      }
    }
    case 'bot': {
      const { bot, rank } = page
      const standing = rank === null ? '' : `Rank ${rank}, rating ${oneDecimal(bot.rating)}. `
      return {
        title: `${bot.name} · ${NAME}`,
        description: `${standing}${tally(bot)} in ${plural(bot.games, 'rated match', 'rated matches')}.`,
        path: paths.bot(bot.id),
        picture: { path: paths.botCard(bot.id), alt: `The fighters of ${bot.name}, with rating and record` },
        section: paths.ranking(),
        feed: paths.botFeed(bot.id),
        isPrivate: page.owner !== null,
        hasViewer: typeof page.owner?.rehearsal?.replayBytes === 'number',
        main: <BotPage page={page} />,
      }
    }
    case 'ranking':
      return {
        title: `Ranking · ${NAME}`,
        description: `${plural(page.total, 'bot')} by rating, with how sure each rating is and how it moves.`,
        path: paths.ranking(page.page),
        section: paths.ranking(),
        json: paths.file('leaderboard'),
        main: <RankingPage page={page} />,
      }
    case 'ratings':
      return {
        title: `Ratings · ${NAME}`,
        description: 'Every bot in Elo with its interval, from one fit over all games, and what contradicts the list.',
        path: paths.ratings(),
        section: paths.ranking(),
        json: paths.data.ratings(),
        main: <RatingsPage page={page} />,
      }
    case 'fairness':
      return {
        title: `Fairness · ${NAME}`,
        description: 'What the arena promises of its results, and how anybody checks it with public files alone.',
        path: paths.fairness(),
        json: paths.data.logs(),
        main: <FairnessPage page={page} />,
      }
    case 'results':
      return {
        title: `Results · ${NAME}`,
        description:
          'Ended matches by winner and loser, bot, character, stage, end, length and day, with their replays.',
        path: paths.results(),
        json: paths.file('matches'),
        feed: paths.resultsFeed(page.text === '' ? {} : { q: page.text }),
        isUnlisted: page.newer !== null || page.text !== '',
        main: <ResultsPage page={page} />,
      }
    case 'play':
      return {
        title: `Play · ${NAME}`,
        description: 'Fight a house bot of the arena in the browser, with keyboard or gamepad, and keep the replay.',
        path: paths.play(),
        island: { script: 'play', data: page },
        main: <IslandRoot html={renderToString(<PlayPage page={page} />)} />,
      }
    case 'compare': {
      const [a, b] = page.sides
      const names = page.comparison && `${a.bots[0]!.name} and ${b.bots[0]!.name}`
      return {
        title: `${names ?? 'Compare two bots'} · ${NAME}`,
        description: `${names ?? 'Two bots'} compared: matches against each other, expected score, common opponents.`,
        path: paths.compare(),
        isUnlisted: a.asked !== '' || b.asked !== '',
        main: <ComparePage page={page} />,
      }
    }
  }
}

function describeMatch(match: MatchData['match']): string {
  const [first, second] = match.players.map(({ botName, character }) =>
    character === null ? botName : `${botName} (${characterName(character)})`,
  )
  const where = match.stage === null ? '' : ` on ${stageName(match.stage)}`
  const end = match.status === 'completed' ? `${resultOf(match)}, ${scoreOf(match)}` : (match.abortReason ?? 'Running')
  return `${first} against ${second}${where}. ${end.replace(/\.$/, '')}.`
}
