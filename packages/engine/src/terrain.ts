/** The stage as fighters meet it: floors, platforms, ledges, limits. */
import type { Fighter } from './fighter.ts'
import { f } from './math.ts'
import type { Match } from './match.ts'
import type { StageId } from './seed.ts'

export interface Line {
  readonly id: number
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
  readonly isPlatform: boolean
}

export interface Ledge {
  readonly x: number
  readonly y: number
  /** -1: the stage's left ledge, 1: its right one. */
  readonly side: number
  readonly line: number
}

export interface Point {
  x: number
  y: number
}

export class Terrain {
  readonly lines: readonly Line[]
  readonly ledges: readonly Ledge[]
  readonly blastZone: { left: number; right: number; top: number; bottom: number }
  readonly spawns: readonly Point[]
  readonly respawns: readonly Point[]
  readonly respawnStartY: number

  constructor(id: StageId) {
    const data = DATA[id]
    this.lines = data.lines.map(([id, x0, y0, x1, y1, platform]) => ({
      id: id!,
      x0: f(x0!),
      y0: f(y0!),
      x1: f(x1!),
      y1: f(y1!),
      isPlatform: platform === 1,
    }))
    const floors = this.lines.filter((line) => !line.isPlatform)
    const first = floors[0]!
    const last = floors[floors.length - 1]!
    this.ledges = [
      { x: first.x0, y: first.y0, side: -1, line: first.id },
      { x: last.x1, y: last.y1, side: 1, line: last.id },
    ]
    const [left, right, top, bottom] = data.blast
    this.blastZone = { left: f(left!), right: f(right!), top: f(top!), bottom: f(bottom!) }
    this.spawns = data.spawns.map(([x, y]) => ({ x: f(x!), y: f(y!) }))
    this.respawns = data.respawns.map(([x, y]) => ({ x: f(x!), y: f(y!) }))
    this.respawnStartY = f(data.respawnStartY)
  }

  line(id: number): Line | undefined {
    for (const line of this.lines) if (line.id === id) return line
    return undefined
  }

  isPlatform(id: number): boolean {
    return this.line(id)?.isPlatform ?? false
  }

  normalOf(id: number, out: Point): void {
    const line = this.line(id)
    if (!line || line.y0 === line.y1) {
      out.x = 0
      out.y = 1
      return
    }
    const dx = f(line.x1 - line.x0)
    const dy = f(line.y1 - line.y0)
    const length = f(Math.sqrt(f(dx * dx + dy * dy)))
    out.x = f(-dy / length)
    out.y = f(dx / length)
  }

  update(_match: Match): void {}
  carry(_fighter: Fighter): void {}
}

interface StageData {
  lines: number[][]
  blast: number[]
  spawns: number[][]
  respawns: number[][]
  respawnStartY: number
}

const DATA: Record<StageId, StageData> = {
  31: {
    lines: [
      [0, -68.4, 0, -60, 0],
      [1, -60, 0, 60, 0],
      [5, 60, 0, 68.4, 0],
      [2, -57.6, 27.2, -20, 27.2, 1],
      [3, -18.8, 54.4, 18.8, 54.4, 1],
      [4, 20, 27.2, 57.6, 27.2, 1],
    ],
    blast: [-224, 224, 200, -108.8],
    spawns: [
      [-38.8, 35.2],
      [38.8, 35.2],
    ],
    respawns: [
      [12.8, 80],
      [-40, 80],
    ],
    respawnStartY: 136,
  },
  32: {
    lines: [
      [0, -85.5657, 0, -75, 0],
      [1, -75, 0, 75, 0],
      [2, 75, 0, 85.5657, 0],
    ],
    blast: [-246, 246, 188, -140],
    spawns: [
      [-60, 10],
      [60, 10],
    ],
    respawns: [
      [16, 45],
      [-50, 45],
    ],
    respawnStartY: 114,
  },
  28: {
    lines: [
      [3, -77.2713, 0.0089, -67.61, 0.0089],
      [4, -67.61, 0.0089, 67.61, 0.0089],
      [5, 67.61, 0.0089, 77.2713, 0.0089],
      [0, -61.3929, 30.1422, -31.7254, 30.1422, 1],
      [1, 31.7036, 30.2426, 63.0745, 30.2426, 1],
      [2, -19.0181, 51.4254, 19.0171, 51.4254, 1],
    ],
    blast: [-255, 255, 250, -123],
    spawns: [
      [-46.6, 37.2],
      [47.4, 37.3],
    ],
    respawns: [
      [0, 84.22],
      [0, 84.22],
    ],
    respawnStartY: 190,
  },
  8: {
    lines: [
      [2, -56, -3.5, -39.2, 0],
      [3, -39.2, 0, 39.2, 0],
      [6, 39.2, 0, 56, -3.5],
      [1, -59.5, 23.45, -28, 23.45, 1],
      [4, -15.75, 42, 15.75, 42, 1],
      [5, 28, 23.45, 59.5, 23.45, 1],
    ],
    blast: [-175.7, 173.6, 168, -91],
    spawns: [
      [-42, 26.6],
      [42, 28],
    ],
    respawns: [
      [0, 52.5],
      [0, 52.5],
    ],
    respawnStartY: 118.3,
  },
  2: {
    lines: [
      [3, -63.3475, 0.624, -53.585, 0.624],
      [4, -53.585, 0.624, -51.26, 0.003],
      [5, -51.26, 0.003, 51.26, 0.003],
      [6, 51.26, 0.003, 53.585, 0.624],
      [7, 53.585, 0.624, 63.3475, 0.624],
      [0, -49.5, 16.125, -21, 16.125, 1],
      [1, 21, 22.125, 49.5, 22.125, 1],
      [2, -14.25, 42.75, 14.25, 42.75, 1],
    ],
    blast: [-198.75, 198.75, 202.5, -146.25],
    spawns: [
      [-41.25, 21],
      [41.25, 27],
    ],
    respawns: [
      [0, 63.75],
      [0, 63.75],
    ],
    respawnStartY: 112.5,
  },
  3: {
    lines: [
      [51, -87.75, 0, -72.5, 0],
      [52, -72.5, 0, -70, 0],
      [34, -70, 0, 70, 0],
      [53, 70, 0, 72.25, 0],
      [54, 72.25, 0, 87.75, 0],
      [35, -55, 25, -25, 25, 1],
      [36, 25, 25, 55, 25, 1],
    ],
    blast: [-230, 230, 180, -111],
    spawns: [
      [-40, 32],
      [40, 32],
    ],
    respawns: [
      [0, 60],
      [0, 60],
    ],
    respawnStartY: 120,
  },
}
