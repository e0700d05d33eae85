/** The kit's page: shows the running game, and each earlier one on request. What there is, the kit says by an event stream. */
import './viewer/arena-replay.js'

const at = (id) => document.getElementById(id)

/** As the kit lists them, oldest first. */
let games = []
/** The number of the game that is shown, and whether the next one is shown when it begins. */
let shown = null
let isFollowing = true

const events = new EventSource('events')
events.addEventListener('message', ({ data }) => {
  games = JSON.parse(data)
  const newest = games.at(-1)
  if (newest !== undefined && isFollowing && newest.number !== shown) show(newest)
  draw()
})
events.addEventListener('error', () => {
  say('The kit has ended. What is loaded can still be watched.', false)
})
events.addEventListener('open', draw)
at('watch-running').addEventListener('click', () => {
  isFollowing = true
  show(games.at(-1))
  draw()
})

function show(game) {
  shown = game.number
  const viewer = document.createElement('arena-replay')
  viewer.className = 'replay-slot'
  viewer.id = 'viewer'
  const isRunning = game.result === null
  const attributes = {
    src: `games/${game.number}.slp`,
    seed: isRunning ? null : game.seed,
    debug: game.isDrawn ? `games/${game.number}.debug.jsonl` : null,
    names: game.names.join('\n'),
    missed: game.missed || null,
    live: isRunning ? '' : null,
    autoplay: '',
    'aria-label': game.names.join(' against '),
  }
  for (const [name, value] of Object.entries(attributes)) if (value !== null) viewer.setAttribute(name, value)
  at('viewer').replaceWith(viewer)
}

function draw() {
  const game = games.find(({ number }) => number === shown)
  const newest = games.at(-1)
  if (game !== undefined) {
    at('title').textContent = game.names.join(' vs ')
    document.title = `${game.names.join(' vs ')} · Bot Arena at home`
    const facts = [`Game ${game.number}`, game.stage, game.result ?? 'running', `seed ${game.seed.slice(0, 8)}…`]
    at('facts').replaceChildren(...facts.map((text) => element('span', text)))
  }
  if (newest !== undefined && newest.number !== shown && newest.result === null) {
    say(`Game ${newest.number} is running: ${newest.names.join(' vs ')}.`, true)
  } else {
    at('notice').hidden = true
  }
  at('games').replaceChildren(...games.toReversed().map(row))
}

function row(game) {
  const watch = element('button', `${game.number}`)
  watch.type = 'button'
  watch.setAttribute('aria-label', `Watch game ${game.number}`)
  watch.addEventListener('click', () => {
    isFollowing = game === games.at(-1)
    show(game)
    draw()
  })
  const replay = element('a', '.slp')
  replay.href = `games/${game.number}.slp`
  replay.download = `game-${game.number}.slp`
  const tr = document.createElement('tr')
  if (game.number === shown) tr.setAttribute('aria-current', 'true')
  const cells = [
    watch,
    game.names.join(' vs '),
    game.stage,
    game.result ?? 'running',
    game.result === null ? '' : replay,
  ]
  for (const cell of cells) {
    const td = document.createElement('td')
    td.append(cell)
    tr.append(td)
  }
  return tr
}

function say(text, canWatch) {
  at('notice').hidden = false
  at('notice-text').textContent = text
  at('watch-running').hidden = !canWatch
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
