/** What the fight's screen has beyond the viewer's: calls over the picture and panels. */

const CSS = `
.call { position: absolute; inset: 0; display: grid; place-content: center; pointer-events: none; font-size: clamp(40px, 13cqw, 150px); font-weight: 900; font-style: italic; letter-spacing: -.04em; line-height: 1; color: var(--surface); -webkit-text-stroke: .04em var(--ink); paint-order: stroke fill; padding-bottom: 8%; text-align: center; }
.call small { font-size: max(15px, .16em); font-style: normal; font-weight: 700; letter-spacing: 0; margin-top: .8em; color: var(--ink); -webkit-text-stroke: 0; justify-self: center; padding: .2em .9em; border-radius: 99px; background: var(--glass); }
.call small:empty { display: none; }
.dark .call { color: var(--ink); -webkit-text-stroke-color: var(--ground); }
.panel { position: absolute; inset: 0; display: grid; place-content: safe center; justify-items: center; gap: 12px; padding: 16px; text-align: center; background: color-mix(in srgb, var(--ground) 82%, transparent); overflow: auto; z-index: 2; }
.panel h2 { margin: 0; font-size: clamp(22px, 4.4cqw, 40px); line-height: 1.15; letter-spacing: -.02em; text-wrap: balance; }
.panel p { margin: 0; max-width: 52ch; text-wrap: balance; }
.panel .soft { color: var(--soft); font-size: 13px; }
.panel .actions button, .panel .actions a { min-height: 44px; padding: 0 18px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); color: var(--ink); font-weight: 600; text-decoration: none; display: inline-flex; align-items: center; }
.panel .actions .first { background: var(--accent); border-color: var(--accent); color: var(--surface); }
:is(.panel button, .panel a):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.viewer:focus-visible, .panel h2:focus { outline: none; }
.picture { cursor: default; touch-action: auto; }
@container (max-width: 639px) {
  .panel { padding: 8px; gap: 8px; }
  .panel .soft { display: none; }
  .panel .actions { gap: 6px; }
  .panel .actions button, .panel .actions a { padding: 0 12px; }
}
`

let shared: CSSStyleSheet | null = null

export function fightSheet(): CSSStyleSheet {
  if (shared === null) {
    shared = new CSSStyleSheet()
    shared.replaceSync(CSS)
  }
  return shared
}
