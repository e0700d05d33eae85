/** Colours of teams and their shades, and arithmetic on colours. */

export type Theme = 'light' | 'dark'

export interface Team {
  readonly base: string
  readonly dark: string
  readonly light: string
  readonly pale: string
  /** For names and marks on the theme's ground. */
  readonly mark: string
}

type Rgb = readonly [number, number, number]

function parse(colour: string): Rgb {
  const hex = colour.length === 4 ? colour.replaceAll(/[\da-f]/gi, '$&$&') : colour
  const n = Number.parseInt(hex.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}

function print([r, g, b]: Rgb): string {
  return `#${((1 << 24) | (Math.round(r) << 16) | (Math.round(g) << 8) | Math.round(b)).toString(16).slice(1)}`
}

/** `part` of the way from one colour to another; both as #rrggbb. */
export function mix(from: string, to: string, part: number): string {
  const a = parse(from)
  const b = parse(to)
  return print([0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * part) as unknown as Rgb)
}

/** Relative luminance as WCAG defines it. */
export function luminance(colour: string): number {
  const [r, g, b] = parse(colour).map((value) => {
    const share = value / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Reds and blues far from each other for every kind of sight: the blue is also the darker one, and its side wears stripes. */
const BASES: readonly string[] = ['#e5483f', '#2b6be8', '#e0a91b', '#2aa56b']
/** Costumes move the colour a little, within its team. */
const COSTUMES: readonly (readonly string[])[] = [
  ['#e5483f', '#e8603a', '#d83a58', '#c73c34', '#ef6a4d', '#d94a78'],
  ['#2b6be8', '#2f86e6', '#4a5be0', '#2457c4', '#3d93f0', '#6a5ae0'],
]

/** The colour of what belongs to nobody: a stage's own items, and all items of recordings that do not name their owners. */
const NOBODYS = '#9a93a8'

const TEAMS = new Map<string, Team>()

/** The colours of a port's player; those of nobody for a port below 0. */
export function teamOf(port: number, costume: number, theme: Theme): Team {
  const key = `${port} ${costume} ${theme}`
  let team = TEAMS.get(key)
  if (team === undefined) {
    const base = port < 0 ? NOBODYS : (COSTUMES[port]?.[costume % 6] ?? BASES[port % BASES.length]!)
    team = {
      base,
      dark: mix(base, '#160f2e', 0.42),
      light: mix(base, '#ffffff', 0.38),
      pale: mix(base, '#f5f0fa', 0.72),
      mark: theme === 'light' ? mix(base, '#160f2e', 0.28) : mix(base, '#ffffff', 0.35),
    }
    TEAMS.set(key, team)
  }
  return team
}

export function resolve(tint: string, team: Team): string {
  switch (tint) {
    case '@t':
      return team.base
    case '@d':
      return team.dark
    case '@l':
      return team.light
    case '@p':
      return team.pale
    default:
      return tint
  }
}
