/** The drawn wall beside the login form. */
import { drawAisle, drawCorridor, drawParking, drawStreet, drawYard } from './scenes.ts'
import { type Painting, randomFrom } from './painting.ts'

interface Tile {
  /** A place in cells of a 3 × 5 grid. */
  column: number
  row: number
  span: number
  draw: (painting: Painting) => void
  isNight: boolean
  name: string
}

const COLUMNS = 3
const ROWS = 5
const GAP = 2

const TILES: readonly Tile[] = [
  { column: 0, row: 0, span: 2, draw: drawStreet, isNight: false, name: 'GATE NORTH' },
  { column: 2, row: 0, span: 1, draw: drawAisle, isNight: false, name: 'STORE 2' },
  { column: 2, row: 1, span: 1, draw: drawYard, isNight: true, name: 'FENCE EAST' },
  { column: 0, row: 2, span: 1, draw: drawCorridor, isNight: false, name: 'LOBBY' },
  { column: 1, row: 2, span: 1, draw: drawParking, isNight: false, name: 'PARKING P1' },
  { column: 2, row: 2, span: 1, draw: drawStreet, isNight: true, name: 'RAMP' },
  { column: 1, row: 3, span: 2, draw: drawParking, isNight: true, name: 'PARKING P3' },
  { column: 0, row: 3, span: 1, draw: drawYard, isNight: false, name: 'YARD' },
  { column: 0, row: 4, span: 1, draw: drawAisle, isNight: true, name: 'STORE 7' },
]

/** Paints a tile for each idle moment of the page, so that typing never waits. */
export function paintWall(canvas: HTMLCanvasElement, signal: AbortSignal): void {
  const context = canvas.getContext('2d')
  // The page may have been left while this file came.
  if (!context || signal.aborted || canvas.offsetHeight === 0) return
  const scale = Math.min(devicePixelRatio, 2)
  const { offsetWidth: width, offsetHeight: height } = canvas
  canvas.width = width * scale
  canvas.height = height * scale
  context.scale(scale, scale)
  const waiting = [...TILES.entries()]
  const next = (): void => {
    const entry = waiting.shift()
    if (!entry || signal.aborted) return
    paintTile(context, width / COLUMNS, height / ROWS, ...entry)
    whenIdle(next)
  }
  whenIdle(next)
}

function paintTile(
  context: CanvasRenderingContext2D,
  cellWidth: number,
  cellHeight: number,
  index: number,
  { column, row, span, draw, isNight, name }: Tile,
): void {
  const width = cellWidth * span - GAP
  const height = cellHeight * span - GAP
  context.save()
  context.translate(column * cellWidth, row * cellHeight)
  context.beginPath()
  context.rect(0, 0, width, height)
  context.clip()
  draw({ context, width, height, isNight, random: randomFrom(index * 7919 + 5) })
  shade(context, width, height)
  label(context, width, height, `CAM ${String(index + 1).padStart(2, '0')} ${name}`)
  context.restore()
}

function shade(context: CanvasRenderingContext2D, width: number, height: number): void {
  const lens = context.createRadialGradient(
    width / 2,
    height / 2,
    height * 0.3,
    width / 2,
    height / 2,
    width * 0.75,
  )
  lens.addColorStop(0, '#0000')
  lens.addColorStop(1, '#0009')
  context.fillStyle = lens
  context.fillRect(0, 0, width, height)
}

function label(context: CanvasRenderingContext2D, width: number, height: number, name: string): void {
  context.font = '500 10px ui-monospace, Menlo, Consolas, monospace'
  context.fillStyle = '#e6eef5cc'
  context.fillText(name, 9, 17)
  const now = new Date().toTimeString().slice(0, 8)
  context.fillText(now, width - 9 - context.measureText(now).width, height - 9)
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 30)
}
