/**
 * Figures of a fighter's specials, as a module that its folder of rules imports: they are part of the behaviour that is
 * loaded with the fighter, also where Kirby has copied it.
 */
import { fighterBySlug, type FighterSource, type Row } from './source.ts'

type Value = string | Branch | readonly Branch[]
interface Branch {
  [name: string]: Value
}

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text))

/** Series keep their digits, as the rules compute with them; single figures have single precision in the game. */
function literal(text: string, where: string): string {
  const words = text.split(' ')
  if (words.length > 1) return series(words, where)
  if (isNumber(text)) return Number.isInteger(Number(text)) ? text : `f(${text})`
  if (text === 'true' || text === 'false') return text
  if (/^[a-z]+$/.test(text)) return `'${text}'`
  throw new Error(`${where}: "${text}" is no figure`)
}

function series(words: readonly string[], where: string): string {
  const wrong = words.find((word) => !isNumber(word))
  if (wrong !== undefined) throw new Error(`${where}: "${wrong}" is not a number`)
  return `[${words.join(', ')}]`
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** A figure's place within its special is its name: `groundPath.x`. */
function put(root: Branch, path: readonly string[], value: Value, where: string): void {
  const last = path.at(-1)!
  let branch = root
  for (const name of path.slice(0, -1)) branch = (branch[name] ??= {}) as Branch
  if (typeof branch !== 'object' || last in branch) throw new Error(`${where} is there twice`)
  branch[last] = value
}

/** A row of throw-shots.csv: a shot that a throw fires. */
function shotOf(row: Row): Branch {
  const list = (column: string): string => series(row.text(column).split(' '), column)
  const late = row.has('late') ? row.text('late').split(' ') : []
  return {
    frame: row.text('frame'),
    counters: list('counters'),
    ahead: list('ahead'),
    above: list('above'),
    angle: list('angle'),
    ...(row.has('meetsHeld') && { meetsHeld: row.text('meetsHeld') }),
    ...(late.length > 0 && { late: `[${late.map((slug) => fighterBySlug(slug).internalId).join(', ')}]` }),
  }
}

function addShots(root: Branch, rows: readonly Row[]): void {
  for (const name of new Set(rows.map((row) => row.text('name')))) {
    const shots = rows.filter((row) => row.text('name') === name).map(shotOf)
    put(root, ['blaster', 'throws', name], shots, name)
  }
}

function print(value: Value, indent = ''): string {
  if (typeof value === 'string') return value
  const inner = `${indent}  `
  if (Array.isArray(value))
    return `[\n${value.map((item: Branch) => `${inner}${print(item, inner)},\n`).join('')}${indent}]`
  const members = Object.entries(value as Branch).map(([name, member]) => `${inner}${name}: ${print(member, inner)},\n`)
  return `{\n${members.join('')}${indent}}`
}

/** The body of the module; undefined for a fighter whose rules have no figures here. */
export function buildSpecials({ slug, ownRows }: FighterSource): string | undefined {
  const rows = ownRows('specials.csv')
  if (rows.length === 0) return undefined
  const root: Branch = {}
  for (const row of rows) {
    const [special, figure] = [row.text('special'), row.text('figure')]
    const where = `${slug}/specials.csv: ${special} ${figure}`
    const path = [camelCase(special), ...figure.split('.')]
    put(root, path, literal(row.text('value'), where), where)
  }
  addShots(root, ownRows('throw-shots.csv'))
  const text = print(root)
  const imports = text.includes(' f(') ? "import { f } from '../../math.ts'\n\n" : ''
  return `${imports}/** Figures of its specials. */\nexport const SPECIALS = ${text} as const\n`
}
