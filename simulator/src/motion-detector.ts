/** A camera's own detection of motion in the cells of its picture, as its rules want it. */
import type { Look } from './picture-source.ts'
import { placeOf, SCRIPT_WIDTH } from './scene/actors.ts'
import { layoutOf, scriptOf } from './scene/scenes.ts'

/** What a type of device offers. */
export interface Detection {
  columns: number
  rows: number
  hasSensitivity: boolean
}

export interface MotionRule {
  name: string
  /** Row by row from the upper left corner. */
  cells: boolean[]
  /** So many of them must move. */
  minCount: number
  /** Told back as they were set. */
  alarmOnDelayMs: number
  alarmOffDelayMs: number
}

/** What a camera sees. */
interface Seen {
  number: number
  look: Look
}

const BLOCK = 16

export class MotionDetector {
  readonly columns: number
  readonly rows: number
  /** 0…100, told back as it was set; undefined where the device has none. */
  sensitivity: number | undefined
  rules: MotionRule[]

  constructor({ columns, rows, hasSensitivity }: Detection) {
    this.columns = columns
    this.rows = rows
    this.sensitivity = hasSensitivity ? 50 : undefined
    const everywhere = Array.from({ length: this.cellCount }, () => true)
    this.rules = [
      { name: 'Motion', cells: everywhere, minCount: 1, alarmOnDelayMs: 100, alarmOffDelayMs: 1000 },
    ]
  }

  get cellCount(): number {
    return this.columns * this.rows
  }

  sees({ cells, minCount }: MotionRule, camera: Seen, timeMs: number): boolean {
    const moving = this.movingCells(camera, timeMs)
    return cells.filter((isActive, i) => isActive && moving.has(i)).length >= minCount
  }

  /** Cells that move by the script of what stands there, as it is drawn where the camera looks ahead. */
  private movingCells({ number, look }: Seen, timeMs: number): Set<number> {
    const script = scriptOf(look.viewpoint)
    const { width, height, sprites } = layoutOf(look.viewpoint, 'main')
    const timeS = timeMs / 1000 + number * script.stepS
    const found = new Set<number>()
    for (const actor of script.actors) {
      const place = placeOf(actor, timeS)
      const sprite = place === undefined ? undefined : sprites[place.sprite]
      if (place === undefined || sprite === undefined) continue
      const left = (place.x * width) / SCRIPT_WIDTH - sprite.anchor
      sprite.spans.forEach(({ first, last }, row) => {
        if (first > last) return
        const top = (sprite.atRow + row) * BLOCK
        const columns = cellsOf(left + first, left + last, width, this.columns)
        const rows = cellsOf(top, top + BLOCK - 1, height, this.rows)
        for (const y of rows) for (const x of columns) found.add(y * this.columns + x)
      })
    }
    return found
  }
}

/** The cells of an axis that the pixels from one to another lie in; none outside the picture. */
function cellsOf(from: number, to: number, pixels: number, cells: number): number[] {
  const [low, high] = [Math.max(0, from), Math.min(pixels - 1, to)]
  if (low > high) return []
  const at = (pixel: number): number => Math.floor((pixel * cells) / pixels)
  return Array.from({ length: at(high) - at(low) + 1 }, (_, i) => at(low) + i)
}
