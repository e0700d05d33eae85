/**
 * Reads the figures in packages/engine/data: a folder for each fighter, named by its slug, and `common/` for what holds for all.
 * Lines beginning with # are remarks.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../packages/engine/data/', import.meta.url)

/** The lines of a source file, without its remarks. */
export function readLines(name: string): string[] {
  return readFileSync(new URL(name, FOLDER), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

export class Row {
  readonly #cells: Readonly<Record<string, string>>
  readonly #where: string

  constructor(cells: Readonly<Record<string, string>>, where: string) {
    this.#cells = cells
    this.#where = where
  }

  has(column: string): boolean {
    return (this.#cells[column] ?? '') !== ''
  }

  text(column: string): string {
    const cell = this.#cells[column]
    if (cell === undefined) throw new Error(`${this.#where} has no ${column}`)
    return cell
  }

  number(column: string): number {
    return this.#numberOf(column, this.text(column))
  }

  /** The number, or the fallback where the cell is empty. */
  numberOr(column: string, fallback: number): number {
    return this.has(column) ? this.number(column) : fallback
  }

  /** Numbers separated by spaces. */
  numbers(column: string): number[] {
    const texts = this.has(column) ? this.text(column).split(' ') : []
    return texts.map((text) => this.#numberOf(column, text))
  }

  #numberOf(column: string, text: string): number {
    const value = Number(text)
    if (text === '' || !Number.isFinite(value))
      throw new Error(`${this.#where}: "${text}" in ${column} is not a number`)
    return value
  }
}

/** The rows of a comma-separated file whose first line names the columns. */
export function readTable(name: string): readonly Row[] {
  const [head, ...lines] = readLines(name)
  const columns = head!.split(',')
  return lines.map((line, index) => {
    const cells = line.split(',')
    const where = `${name}, row ${index + 1}`
    if (cells.length !== columns.length) throw new Error(`${where} has ${cells.length} cells, not ${columns.length}`)
    return new Row(Object.fromEntries(columns.map((column, i) => [column, cells[i]!])), where)
  })
}

/** Single figures by name, from the `fighter.csv` of folders of which the later ones count. */
function readFigures(...folders: readonly string[]): Row {
  const cells = folders.flatMap((folder) =>
    readTable(`${folder}/fighter.csv`).map((row) => [row.text('figure'), row.text('value')]),
  )
  return new Row(Object.fromEntries(cells) as Record<string, string>, `${folders.at(-1)}/fighter.csv`)
}

/** A fighter's folder. */
export interface FighterSource {
  readonly slug: string
  readonly internalId: number
  /** Its single figures; those that its own file leaves out are everybody's. */
  readonly figures: Row
  /** Without everybody's. */
  readonly own: Row
  /** The rows of one of its files, or of its model's; none where there is no such file. */
  readonly rows: (file: string) => readonly Row[]
  /** The same without its model's: what one of these says counts once. */
  readonly ownRows: (file: string) => readonly Row[]
}

/** Files that a clone's folder leaves out where they are its model's. */
const INHERITED: ReadonlySet<string> = new Set([
  'actions.csv',
  'air-jumps.csv',
  'attributes.csv',
  'ecb.csv',
  'lengths.csv',
  'moves.txt',
  'root-motion.csv',
  'tumbles.csv',
  'windows.csv',
])

const clones = readTable('clones.csv')

const cloneRow = (slug: string, figures: string): Row | undefined =>
  clones.find((row) => row.text('fighter') === slug && row.text('figures') === figures)

/** Where a fighter's file is: in its own folder or, of a clone without it, in its model's. */
export function pathOf(slug: string, file: string): string {
  const path = `${slug}/${file}`
  const model = INHERITED.has(file) ? cloneRow(slug, 'animations') : undefined
  return model && !existsSync(new URL(path, FOLDER)) ? pathOf(model.text('of'), file) : path
}

/** A clone's file lists the attributes that differ from its model's. */
function readAttributes(slug: string): readonly Row[] {
  const path = `${slug}/attributes.csv`
  const own = existsSync(new URL(path, FOLDER)) ? readTable(path) : []
  const model = cloneRow(slug, 'animations')
  if (!model) return own
  const nameOf = (row: Row): string => row.text('attribute')
  return readAttributes(model.text('of')).map((row) => own.find((other) => nameOf(other) === nameOf(row)) ?? row)
}

function readFile(slug: string, file: string): readonly Row[] {
  if (file === 'attributes.csv') return readAttributes(slug)
  const path = pathOf(slug, file)
  return existsSync(new URL(path, FOLDER)) ? readTable(path) : []
}

function readFighter(slug: string): FighterSource {
  const figures = readFigures('common', slug)
  const tables = new Map<string, readonly Row[]>()
  const rows = (file: string): readonly Row[] => {
    const table = tables.get(file) ?? readFile(slug, file)
    tables.set(file, table)
    return table
  }
  const ownRows = (file: string): readonly Row[] => (pathOf(slug, file) === `${slug}/${file}` ? rows(file) : [])
  return { slug, internalId: figures.number('internalId'), figures, own: readFigures(slug), rows, ownRows }
}

/** All fighters, by internal id. */
export const FIGHTERS: readonly FighterSource[] = readdirSync(FOLDER)
  .filter((slug) => slug !== 'common' && existsSync(new URL(`${slug}/fighter.csv`, FOLDER)))
  .map(readFighter)
  .sort((a, b) => a.internalId - b.internalId)

for (const [internalId, fighter] of FIGHTERS.entries()) {
  if (fighter.internalId !== internalId)
    throw new Error(`${fighter.slug}/fighter.csv: expected internalId ${internalId}`)
}

export function fighterBySlug(slug: string): FighterSource {
  const fighter = FIGHTERS.find((other) => other.slug === slug)
  if (!fighter) throw new Error(`There is no folder of figures ${slug}`)
  return fighter
}

/** What a fighter takes from another one. */
export interface Clone {
  readonly of: FighterSource
  /** Size beside the other; empty in the file: as their models are scaled. */
  readonly scale: number
  /** What is added to radii. */
  readonly thicker: number
}

/** The fighter whose figures of a kind another one has, by `clones.csv`; undefined for its own. Bodies come with animations if nothing else is said. */
export function cloneOf(
  slug: string,
  figures: 'animations' | 'hurtboxes' | 'outlines' | 'ledge-swing',
): Clone | undefined {
  const row = cloneRow(slug, figures) ?? (figures === 'ledge-swing' ? undefined : cloneRow(slug, 'animations'))
  if (!row) return undefined
  const of = fighterBySlug(row.text('of'))
  // As the engine has them.
  const scaleOf = (fighter: FighterSource): number => Math.fround(attributeOf(fighter, 'modelScaling'))
  const ratio = scaleOf(fighterBySlug(slug)) / scaleOf(of)
  return { of, scale: row.numberOr('scale', ratio), thicker: row.numberOr('thicker', 0) }
}

export function attributeOf(fighter: FighterSource, attribute: string): number {
  const row = fighter.rows('attributes.csv').find((other) => other.text('attribute') === attribute)
  if (!row) throw new Error(`${fighter.slug}/attributes.csv has no ${attribute}`)
  return row.number('value')
}
