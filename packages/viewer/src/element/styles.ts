/** One constructed style sheet for all viewers of a page: a strict policy forbids styles in attributes and elements. */
import { FONT, PALETTES, type Palette } from './palette.ts'

const variables = ({ ground, surface, line, ink, soft, accent, theme }: Palette): string => `
  color-scheme: ${theme};
  --ground: ${ground}; --surface: ${surface}; --line: ${line}; --ink: ${ink}; --soft: ${soft}; --accent: ${accent};
  --glass: ${surface}e6; --warm: ${theme === 'light' ? '#a35200' : '#ffb45c'}; --hot: ${theme === 'light' ? '#c01f2e' : '#ff8a8f'};
  --good: ${theme === 'light' ? '#1a7a4c' : '#5fd39a'};`

const CSS = `
:host { display: block; container-type: inline-size; min-width: 240px; font: 14px/1.4 ${FONT}; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.viewer { ${variables(PALETTES.light)} color: var(--ink); background: var(--ground); display: grid; grid-template-columns: minmax(0, 1fr); border: 1px solid var(--line); border-radius: 10px; overflow: clip; position: relative; }
.viewer.dark { ${variables(PALETTES.dark)} }
.viewer:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button, select { font: inherit; color: inherit; }
button { cursor: pointer; border: 0; background: none; border-radius: 8px; }
button:disabled { cursor: default; opacity: .55; }
:is(button, a, select, [role=slider], .thoughts):focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
svg { width: 22px; height: 22px; fill: currentColor; display: block; }

.screen { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); }
.stage { position: relative; aspect-ratio: 16 / 9; overflow: hidden; background: var(--line); }
::slotted([slot=poster]) { position: absolute; inset: 0; width: 100%; height: 100%; }
.unready .picture { visibility: hidden; }
.picture { position: absolute; inset: 0; width: 100%; height: 100%; display: block; cursor: pointer; touch-action: pan-y pinch-zoom; outline: none; }
.clock { position: absolute; top: 10px; left: 50%; transform: translateX(-50%); display: flex; align-items: baseline; gap: 10px; padding: 3px 14px; border-radius: 99px; background: var(--glass); font-variant-numeric: tabular-nums; pointer-events: none; white-space: nowrap; }
.clock b { font-size: 20px; font-weight: 650; letter-spacing: -.01em; min-width: 4.2em; text-align: center; }
.clock span { color: var(--soft); font-size: 12px; min-width: 6.5em; }
.corner { position: absolute; top: 12px; left: 12px; display: flex; gap: 6px; pointer-events: none; }
.badge { padding: 3px 10px; border-radius: 99px; background: var(--glass); font-size: 12px; font-weight: 600; }
.badge.live { background: #c01f2e; color: #fff; }
.big-play { position: absolute; inset: 0; margin: auto; width: 76px; height: 76px; border-radius: 50%; background: var(--glass); color: var(--ink); display: grid; place-items: center; box-shadow: 0 4px 24px #0003; transition: transform .15s; }
.big-play svg { width: 38px; height: 38px; }
.big-play:hover { transform: scale(1.06); }
.wait { position: absolute; inset: 0; margin: auto; width: 44px; height: 44px; border-radius: 50%; border: 4px solid var(--line); border-top-color: var(--accent); animation: turn 1s linear infinite; pointer-events: none; }
@keyframes turn { to { transform: rotate(1turn); } }
.failure { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 14px; padding: 20px; text-align: center; background: var(--ground); }
.unloaded { display: grid; justify-items: center; gap: 14px; padding: 20px; text-align: center; }
:is(.failure, .unloaded) p { margin: 0; max-width: 46ch; text-wrap: balance; }
:is(.failure, .unloaded) .what { font-size: 17px; font-weight: 600; }
:is(.failure, .unloaded) .hint { color: var(--soft); margin-top: -8px; }
.actions { display: flex; gap: 10px; flex-wrap: wrap; justify-content: center; }
.actions button { min-height: 44px; padding: 0 18px; border: 1px solid var(--line); background: var(--surface); font-weight: 600; }
.drop { position: absolute; inset: 10px; border: 3px dashed var(--accent); border-radius: 10px; background: var(--glass); display: grid; place-items: center; font-size: 18px; font-weight: 600; pointer-events: none; z-index: 3; }

:is(.clock, .corner, .card) { transition: opacity .15s; }
.chance { display: flex; align-items: center; gap: 8px; padding: 3px 12px; background: var(--surface); border-block-start: 1px solid var(--line); font-size: 12px; font-weight: 600; font-variant-numeric: tabular-nums; }
.chance > span:not(.track) { min-width: 3.2em; }
.chance small { color: var(--soft); font-size: inherit; font-weight: 400; }
.chance > span:last-child { text-align: end; }
.track { flex: 1; display: flex; height: 6px; border-radius: 3px; overflow: hidden; }
.track i { background: var(--team, var(--soft)); }
.track .port-0 { width: var(--chance, 50%); border-inline-end: 2px solid var(--surface); }
.track .port-1 { flex: 1; }
.hud { display: grid; grid-template-columns: repeat(auto-fit, minmax(0, 1fr)); grid-auto-flow: column; gap: 1px; background: var(--line); border-block-start: 1px solid var(--line); }
.hud:has(> :nth-child(3)) { grid-template-columns: repeat(2, minmax(0, 1fr)); grid-auto-flow: row; }
.card { display: grid; gap: 1px; padding: 8px 12px 9px; background: var(--surface); min-width: 0; align-content: start; border-block-start: 3px solid var(--team, var(--soft)); }
.card.is-out { opacity: .6; }
:is(.clock, .corner, .card).gives-way { opacity: .12; }
.who { display: flex; gap: 8px; align-items: baseline; min-width: 0; }
.name { font-weight: 700; color: var(--team); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.character { color: var(--soft); font-size: 12px; white-space: nowrap; }
.score { display: flex; align-items: center; gap: 12px; }
.hud:has(> :nth-child(3)) .score { flex-wrap: wrap; row-gap: 4px; }
.percent { font-size: 30px; line-height: 1.05; font-weight: 800; letter-spacing: -.03em; font-variant-numeric: tabular-nums; min-width: 2.5em; }
.percent.warm { color: var(--warm); }
.percent.hot { color: var(--hot); }
.stocks { display: flex; gap: 4px; }
.stock { width: 11px; height: 11px; border-radius: 50%; background: var(--team); border: 2px solid var(--team); }
.stock.lost { background: none; border-color: var(--line); }
.doing { display: flex; gap: 8px; font-size: 12px; min-height: 1.4em; white-space: nowrap; overflow: hidden; }
.action { overflow: hidden; text-overflow: ellipsis; }
.state { color: var(--hot); font-weight: 600; font-variant-numeric: tabular-nums; margin-inline-start: auto; }
.pad { width: 150px; height: 58px; margin-block-start: 4px; max-width: 100%; justify-self: center; }

.bar { background: var(--surface); border-block-start: 1px solid var(--line); padding: 2px 6px 6px; }
.seek { position: relative; cursor: pointer; touch-action: none; border-radius: 8px; }
.seek-canvas { display: block; width: 100%; height: 44px; pointer-events: none; }
.seek.with-chance .seek-canvas { height: 78px; }
.tip { position: absolute; bottom: 100%; left: var(--x, 0); transform: translateX(-50%); padding: 3px 9px; border-radius: 6px; background: var(--ink); color: var(--surface); font-size: 12px; white-space: nowrap; pointer-events: none; font-variant-numeric: tabular-nums; z-index: 2; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.strip { display: block; width: 100%; margin: 2px 0 4px; border-radius: 6px; }
.buttons { display: flex; align-items: center; flex-wrap: wrap; gap: 2px; }
.icon { min-width: 40px; height: 40px; padding: 0 9px; display: inline-flex; align-items: center; justify-content: center; gap: 6px; font-weight: 600; font-variant-numeric: tabular-nums; }
.icon:hover, .item:hover:not(:disabled) { background: color-mix(in srgb, var(--line) 55%, transparent); }
.icon[aria-pressed=true] { color: var(--accent); background: color-mix(in srgb, var(--accent) 14%, transparent); }
.icon span:empty { display: none; }
.go-live { font-weight: 700; padding: 0 12px; height: 32px; border: 1px solid var(--line); margin: 0 4px; }
.go-live[aria-pressed=true] { background: #c01f2e; color: #fff; border-color: #c01f2e; }
.time { padding: 0 10px; font-variant-numeric: tabular-nums; white-space: nowrap; }
.time small { color: var(--soft); font-size: inherit; }
.gap { flex: 1; }
.has-menu { position: relative; }
.menu { position: absolute; bottom: calc(100% + 6px); right: 0; z-index: 4; min-width: 270px; max-height: min(380px, 50cqw); overflow: auto; display: grid; padding: 6px; border-radius: 10px; background: var(--surface); border: 1px solid var(--line); box-shadow: 0 8px 32px #0004; }
.item { display: flex; gap: 10px; align-items: center; min-height: 38px; padding: 5px 10px; text-align: start; color: inherit; text-decoration: none; border-radius: 7px; }
.item svg { width: 18px; height: 18px; visibility: hidden; flex: none; color: var(--accent); }
.item[aria-pressed=true] svg { visibility: visible; }
.item small { display: block; color: var(--soft); font-size: 12px; }
.thoughts { height: 94px; overflow-y: auto; padding: 6px 14px; background: var(--surface); border-block-start: 1px solid var(--line); font-size: 13px; }
.thoughts ul { list-style: none; margin: 0; padding: 0; }
.thoughts li { padding-inline-start: 8px; border-inline-start: 3px solid var(--team, var(--soft)); margin-block: 2px; overflow-wrap: anywhere; white-space: pre-wrap; }
.thoughts b { font-weight: 600; }
.status { display: flex; gap: 4px 14px; flex-wrap: wrap; padding: 6px 14px 8px; background: var(--surface); color: var(--soft); font-size: 13px; border-block-start: 1px solid var(--line); }
.verdict { display: flex; gap: 7px; align-items: baseline; font-variant-numeric: tabular-nums; }
.verdict::before { content: ''; width: 9px; height: 9px; border-radius: 50%; background: var(--soft); flex: none; }
.verdict.equal { color: var(--good); }
.verdict.equal::before { background: var(--good); }
.verdict.differs { color: var(--hot); }
.verdict.differs::before { background: var(--hot); }
.notice { margin-inline-start: auto; color: var(--ink); }

.moments { display: flex; flex-direction: column; min-height: 0; background: var(--surface); border-block-start: 1px solid var(--line); max-height: 320px; overflow-y: auto; }
.moments-head { display: flex; justify-content: space-between; align-items: center; padding: 6px 6px 0 14px; }
.moments h2 { margin: 0; font-size: 15px; }
.filters { display: flex; flex-wrap: wrap; gap: 8px; padding: 4px 14px 8px; }
.kinds { flex: 1 1 100%; }
.kinds summary { min-height: 36px; line-height: 36px; cursor: pointer; }
.ticks { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 0 10px; }
.ticks label { display: flex; align-items: center; gap: 8px; min-height: 32px; }
.ticks .count { color: var(--soft); font-variant-numeric: tabular-nums; }
.tick-all { display: flex; gap: 8px; padding-block: 6px; }
.tick-all button { min-height: 36px; padding: 0 14px; border: 1px solid var(--line); border-radius: 7px; }
.filters select { flex: 1 1 120px; min-width: 0; min-height: 36px; border: 1px solid var(--line); border-radius: 7px; background: var(--ground); padding: 0 6px; }
.moment-list { list-style: none; margin: 0; padding: 0 6px 6px; overflow-y: auto; overscroll-behavior: contain; min-height: 160px; flex: 1; }
.moment { display: flex; gap: 10px; width: 100%; text-align: start; padding: 7px 8px; border-inline-start: 3px solid var(--team); border-radius: 4px; margin-block: 2px; min-height: 36px; }
.moment:hover { background: color-mix(in srgb, var(--line) 45%, transparent); }
.moment[aria-current] { background: color-mix(in srgb, var(--accent) 16%, transparent); }
.moment-time { color: var(--soft); font-variant-numeric: tabular-nums; min-width: 2.6em; }
.note { padding: 10px; color: var(--soft); }

dialog { color: var(--ink); background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 18px 22px; max-width: min(420px, 92vw); }
dialog::backdrop { background: #0008; }
.help-head { display: flex; justify-content: space-between; align-items: center; gap: 20px; }
dialog h2 { margin: 0; font-size: 17px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 7px 18px; margin: 12px 0 8px; }
dt { font-weight: 600; white-space: nowrap; }
dd { margin: 0; }
dialog p { color: var(--soft); margin: 10px 0 0; }
.silent { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.failed :is(.clock, .corner, .hud, .chance, .seek, .strip, .time, .status, .thoughts) { display: none; }
.minimal :is(.optional, .status, .moments, .strip, .thoughts), .none :is(.bar, .status, .moments, .thoughts) { display: none; }
.bare :is(.hud, .chance, .clock, .corner) { display: none; }
:host([embed]) { height: 100dvh; }
:host(:is([embed], :fullscreen)) { container-type: size; }
:host(:is([embed], :fullscreen)) .viewer { height: 100cqh; border: 0; border-radius: 0; grid-template-rows: minmax(0, 1fr) repeat(4, auto); }
:host(:is([embed], :fullscreen)) .screen { min-height: 0; grid-template-rows: minmax(0, 1fr) auto auto; }
:host(:is([embed], :fullscreen)) .stage { aspect-ratio: auto; min-height: 0; }
:host(:is([embed], :fullscreen)) .moments { max-height: 40cqh; }

@container (min-width: 640px) {
  .card { grid-template: 'score who pad' auto 'score doing pad' auto / auto minmax(0, 1fr) auto; align-content: center; column-gap: 18px; padding: 6px 16px 7px; }
  .score { grid-area: score; }
  .who { grid-area: who; align-self: end; }
  .doing { grid-area: doing; }
  .pad { grid-area: pad; margin: 0; }
  .percent { font-size: 36px; }
}
@container (min-width: 980px) {
  .viewer.with-moments { grid-template-columns: minmax(0, 1fr) 300px; }
  .viewer.with-moments .moments { grid-column: 2; grid-row: 1 / span 4; max-height: none; height: 0; min-height: 100%; border-block-start: 0; border-inline-start: 1px solid var(--line); }
}
@container (max-width: 639px) {
  .icon { min-width: 48px; height: 48px; }
  .time { flex: 1; padding: 0 6px; }
  .gap { display: none; }
  .clock { top: 6px; padding: 1px 10px; }
  .clock b { font-size: 15px; }
  .clock span { font-size: 11px; min-width: 6em; }
  .corner { top: 6px; left: 6px; }
  .item, .moment, .filters select, .kinds summary, .ticks label, .tick-all button { min-height: 48px; }
  .buttons { justify-content: space-between; }
  .has-menu { position: static; }
  .bar { position: relative; }
  .menu { left: 8px; right: 8px; bottom: calc(100% - 40px); max-height: calc(56.25cqw + 100px); }
  .notice { margin-inline-start: 0; }
  .long { display: none; }
}
@container (max-width: 459px) {
  .time:has(+ .go-live:not([hidden])) { padding: 0 3px; }
  .time:has(+ .go-live:not([hidden])) small { display: none; }
  .go-live { margin: 0; }
}
@container (max-height: 479px) {
  .bar { display: flex; align-items: center; padding: 0 6px; }
  .bar .buttons { display: contents; }
  .bar:has(.seek) .gap, .optional, .strip, .thoughts, .moments, .status:not(:has(.notice:not(:empty))), .verdict, .long { display: none; }
  .seek { flex: 1; order: 1; min-width: 40px; }
  .seek.with-chance .seek-canvas { height: 44px; }
  .icon[aria-label='Full screen'] { order: 2; }
  .time { flex: none; }
}
@container (max-height: 479px) and (min-aspect-ratio: 1/1) {
  .chance { position: absolute; inset: auto 0 0; padding: 0; border: 0; background: none; }
  .chance > :not(.track) { display: none; }
  .track { height: 4px; border-radius: 0; }
  .hud, .hud:has(> :nth-child(3)) { position: absolute; inset: auto 0 6px; display: flex; justify-content: center; gap: min(12cqw, 140px); background: none; border: 0; pointer-events: none; }
  .hud:has(> :nth-child(3)) { gap: 1cqw; }
  .card { display: flex; align-items: center; gap: 12px; max-width: 44cqw; padding: 3px 12px; border-radius: 9px; background: var(--glass); border-block-start: 0; border-inline-start: 4px solid var(--team, var(--soft)); }
  .card .percent { font-size: 24px; }
  .card :is(.doing, .pad, .character) { display: none; }
}
@container (max-height: 479px) and (max-width: 639px) {
  .hud, .card { gap: 8px; }
  .card { max-width: 48cqw; }
  .card .percent { min-width: 0; font-size: 20px; }
  .card .stock { width: 8px; height: 8px; }
  .icon { min-width: 40px; height: 40px; padding: 0 6px; }
  .clock span { display: none; }
}
@media (prefers-reduced-motion: reduce) {
  .wait { animation-duration: 4s; }
  .big-play { transition: none; }
}
`

let shared: CSSStyleSheet | null = null

export function styleSheet(): CSSStyleSheet {
  if (shared === null) {
    shared = new CSSStyleSheet()
    shared.replaceSync(CSS)
  }
  return shared
}
