/** What the drawn scenes share. */

export interface Painting {
  context: CanvasRenderingContext2D
  width: number
  height: number
  isNight: boolean
  random: () => number
}

/** The same numbers in 0…1 for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A grey with a breath of blue, 0…255; at night a third of it. */
export function grey({ isNight }: Painting, light: number): string {
  const level = Math.round(isNight ? light * 0.32 : light)
  return `rgb(${level} ${level + 3} ${level + 8})`
}

/** Fills a polygon given in fractions of the picture. */
export function fill(
  { context, width, height }: Painting,
  colour: string | CanvasGradient,
  ...points: readonly (readonly [x: number, y: number])[]
): void {
  context.fillStyle = colour
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x * width, y * height)
  context.fill()
}

export function box(
  painting: Painting,
  colour: string | CanvasGradient,
  x: number,
  y: number,
  wide: number,
  high: number,
): void {
  const { context, width, height } = painting
  context.fillStyle = colour
  context.fillRect(x * width, y * height, wide * width, high * height)
}

/** A gradient from the picture's height `from` down to `to`. */
export function fade(
  { context, height }: Painting,
  from: number,
  to: number,
  above: string,
  below: string,
): CanvasGradient {
  const gradient = context.createLinearGradient(0, from * height, 0, to * height)
  gradient.addColorStop(0, above)
  gradient.addColorStop(1, below)
  return gradient
}

/** A round light. */
export function glow(painting: Painting, colour: string, x: number, y: number, radius: number): void {
  const { context, width, height } = painting
  const gradient = context.createRadialGradient(
    x * width,
    y * height,
    0,
    x * width,
    y * height,
    radius * height,
  )
  gradient.addColorStop(0, colour)
  gradient.addColorStop(1, '#0000')
  context.fillStyle = gradient
  context.fillRect(0, 0, width, height)
}

/** Somebody standing at (x, y), `size` of the picture's height tall. */
export function person(painting: Painting, colour: string, x: number, y: number, size: number): void {
  const { context, width, height } = painting
  const tall = size * height
  const [left, foot] = [x * width, y * height]
  context.fillStyle = '#0004'
  context.beginPath()
  context.ellipse(left, foot, tall * 0.22, tall * 0.05, 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = '#1a2029'
  context.fillRect(left - tall * 0.1, foot - tall * 0.46, tall * 0.085, tall * 0.46)
  context.fillRect(left + tall * 0.015, foot - tall * 0.46, tall * 0.085, tall * 0.46)
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(left - tall * 0.14, foot - tall * 0.84, tall * 0.28, tall * 0.42, tall * 0.08)
  context.fill()
  context.fillStyle = '#c9a58a'
  context.beginPath()
  context.arc(left, foot - tall * 0.92, tall * 0.075, 0, Math.PI * 2)
  context.fill()
}

/** A car from behind, standing at (x, y), `size` of the picture's height tall. */
export function car(painting: Painting, colour: string, x: number, y: number, size: number): void {
  const { context, width, height, isNight } = painting
  const tall = size * height
  const wide = tall * 1.5
  const [left, top] = [x * width - wide / 2, y * height - tall]
  context.fillStyle = '#0006'
  context.beginPath()
  context.ellipse(x * width, y * height, wide * 0.58, tall * 0.14, 0, 0, Math.PI * 2)
  context.fill()
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(left, top + tall * 0.38, wide, tall * 0.52, tall * 0.14)
  context.roundRect(left + wide * 0.12, top, wide * 0.76, tall * 0.6, tall * 0.2)
  context.fill()
  context.fillStyle = '#10161dcc'
  context.beginPath()
  context.roundRect(left + wide * 0.2, top + tall * 0.09, wide * 0.6, tall * 0.27, tall * 0.08)
  context.fill()
  context.fillStyle = isNight ? '#ff5a48' : '#8e2b25'
  context.fillRect(left + wide * 0.04, top + tall * 0.52, wide * 0.14, tall * 0.11)
  context.fillRect(left + wide * 0.82, top + tall * 0.52, wide * 0.14, tall * 0.11)
  context.fillStyle = '#0b0e12'
  context.fillRect(left + wide * 0.08, top + tall * 0.86, wide * 0.16, tall * 0.14)
  context.fillRect(left + wide * 0.76, top + tall * 0.86, wide * 0.16, tall * 0.14)
}
