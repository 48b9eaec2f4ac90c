/** Five places that cameras look at, drawn. */
import { box, car, fade, fill, glow, grey, type Painting, person } from './painting.ts'

const PAINTS = ['#a8423a', '#c9d0d6', '#33507a', '#4c5a60', '#8a8f94', '#2f6b62'] as const

function anyPaint({ random }: Painting): string {
  return PAINTS[Math.floor(random() * PAINTS.length)] ?? PAINTS[0]
}

export function drawStreet(painting: Painting): void {
  const { isNight, random, context, width, height } = painting
  const horizon = 0.36
  box(
    painting,
    isNight
      ? fade(painting, 0, horizon, '#0a1222', '#1c2635')
      : fade(painting, 0, horizon, '#6f8ba6', '#c3ced6'),
    0,
    0,
    1,
    horizon,
  )
  for (let x = -0.04; x < 1;) {
    const wide = 0.07 + random() * 0.09
    const high = 0.1 + random() * 0.24
    tower(painting, x, horizon - high, wide, high)
    x += wide + random() * 0.02
  }
  box(
    painting,
    fade(painting, horizon, 1, grey(painting, 96), grey(painting, 122)),
    0,
    horizon,
    1,
    1 - horizon,
  )
  fill(
    painting,
    fade(painting, horizon, 1, grey(painting, 70), grey(painting, 88)),
    [0.46, horizon],
    [0.54, horizon],
    [0.98, 1],
    [0.02, 1],
  )
  fill(painting, grey(painting, 150), [0.452, horizon], [0.46, horizon], [0.02, 1], [-0.06, 1])
  fill(painting, grey(painting, 150), [0.54, horizon], [0.548, horizon], [1.06, 1], [0.98, 1])
  context.strokeStyle = isNight ? '#6a7074' : '#d8ddd6'
  for (let depth = 0.06; depth < 1; depth *= 1.6) {
    context.lineWidth = Math.max(1, depth * width * 0.01)
    context.beginPath()
    context.moveTo(width / 2, (horizon + (1 - horizon) * depth) * height)
    context.lineTo(width / 2, (horizon + (1 - horizon) * depth * 1.28) * height)
    context.stroke()
  }
  for (const [lane, depth] of [
    [-0.4, 0.14],
    [0.42, 0.3],
    [-0.46, 0.62],
  ] as const)
    car(
      painting,
      anyPaint(painting),
      0.5 + lane * (0.04 + 0.44 * depth),
      horizon + 0.64 * depth,
      0.05 + 0.2 * depth,
    )
  person(painting, '#5a6a7c', 0.86, 0.72, 0.2)
  if (isNight) for (const x of [0.22, 0.78]) glow(painting, '#ffdfa066', x, 0.3, 0.42)
}

function tower(painting: Painting, x: number, y: number, wide: number, high: number): void {
  const { random, isNight } = painting
  const light = 96 + random() * 54
  box(painting, grey(painting, light), x, y, wide, high + 0.01)
  box(painting, '#0002', x + wide * 0.72, y, wide * 0.28, high + 0.01)
  const lit = isNight ? '#e8c77a' : '#dfe8ee55'
  for (let row = 0.08; row < 0.9; row += 0.17)
    for (let column = 0.12; column < 0.85; column += 0.22)
      if (random() > (isNight ? 0.6 : 0.3))
        box(painting, lit, x + wide * column, y + high * row, wide * 0.12, high * 0.08)
}

export function drawAisle(painting: Painting): void {
  const { random, isNight } = painting
  const [vx, vy] = [0.5, 0.42]
  box(painting, grey(painting, 120), 0, 0, 1, 1)
  fill(painting, fade(painting, 0, vy, grey(painting, 150), grey(painting, 84)), [0, 0], [1, 0], [vx, vy])
  fill(painting, fade(painting, vy, 1, grey(painting, 92), grey(painting, 168)), [0, 1], [1, 1], [vx, vy])
  for (const side of [-1, 1]) {
    const at = (depth: number, level: number): readonly [number, number] => [
      vx + side * 0.62 * depth,
      vy + (level - vy) * depth * 1.25,
    ]
    fill(painting, grey(painting, 44), at(0.16, -0.1), at(1, -0.1), at(1, 1), at(0.16, 1))
    const depths = [0.16, 0.22, 0.3, 0.42, 0.58, 0.8, 1.1]
    for (const [i, far] of depths.slice(0, -1).entries()) {
      const near = depths[i + 1] ?? far
      for (let level = -0.08; level < 0.9; level += 0.27) {
        fill(
          painting,
          '#b26a2c',
          at(far, level + 0.24),
          at(near, level + 0.24),
          at(near, level + 0.265),
          at(far, level + 0.265),
        )
        const middle = far + (near - far) * (0.4 + random() * 0.4)
        for (const [a, b] of [
          [far, middle],
          [middle, near],
        ] as const) {
          const top = level + 0.03 + random() * 0.12
          const tone = 90 + random() * 80
          const card = isNight ? grey(painting, tone) : `rgb(${tone + 40} ${tone + 14} ${tone - 20})`
          const inset = (b - a) * 0.06
          fill(
            painting,
            card,
            at(a + inset, top),
            at(b - inset, top),
            at(b - inset, level + 0.24),
            at(a + inset, level + 0.24),
          )
        }
      }
      fill(painting, '#2d4a6e', at(near, -0.1), at(near * 1.02, -0.1), at(near * 1.02, 1), at(near, 1))
    }
  }
  for (const depth of [0.12, 0.28, 0.6])
    box(
      painting,
      isNight ? '#9fb2c455' : '#f4f8ff',
      vx - 0.16 * depth,
      vy - vy * depth * 1.15,
      0.32 * depth,
      0.035 * depth + 0.004,
    )
  if (!isNight) person(painting, '#d08a2e', 0.46, 0.68, 0.26)
}

export function drawCorridor(painting: Painting): void {
  const { isNight } = painting
  box(painting, grey(painting, 176), 0, 0, 1, 1)
  fill(
    painting,
    fade(painting, 0, 0.3, grey(painting, 210), grey(painting, 176)),
    [0, 0],
    [1, 0],
    [0.66, 0.28],
    [0.34, 0.28],
  )
  fill(
    painting,
    fade(painting, 0.62, 1, grey(painting, 118), grey(painting, 152)),
    [0, 1],
    [1, 1],
    [0.66, 0.62],
    [0.34, 0.62],
  )
  fill(painting, grey(painting, 160), [0, 0], [0.34, 0.28], [0.34, 0.62], [0, 1])
  fill(painting, fade(painting, 0, 1, '#8fb0c8', '#5c7890'), [1, 0.1], [0.66, 0.31], [0.66, 0.58], [1, 0.86])
  for (const x of [0.72, 0.8, 0.9])
    fill(
      painting,
      grey(painting, 70),
      [x, 0.31 - (x - 0.66) * 0.62],
      [x + 0.008, 0.31 - (x - 0.66) * 0.62],
      [x + 0.008, 0.59 + (x - 0.66) * 0.8],
      [x, 0.59 + (x - 0.66) * 0.8],
    )
  box(painting, grey(painting, 128), 0.34, 0.28, 0.32, 0.34)
  box(painting, grey(painting, 64), 0.42, 0.36, 0.075, 0.26)
  box(painting, grey(painting, 64), 0.505, 0.36, 0.075, 0.26)
  box(painting, isNight ? '#24c08a88' : '#22bca8', 0.47, 0.315, 0.06, 0.028)
  fill(painting, '#8a5c36', [0.03, 0.6], [0.24, 0.54], [0.24, 0.72], [0.03, 0.84])
  fill(painting, '#c9935a', [0.0, 0.59], [0.03, 0.57], [0.26, 0.52], [0.24, 0.55], [0.03, 0.61])
  for (let i = 0; i < 6; i++)
    fill(
      painting,
      '#ffffff1a',
      [0.34 + i * 0.053, 0.62],
      [0.345 + i * 0.053, 0.62],
      [i * 0.2 + 0.012, 1],
      [i * 0.2, 1],
    )
  person(painting, '#39526e', 0.6, 0.86, 0.42)
  person(painting, '#7a4a52', 0.45, 0.66, 0.2)
}

export function drawParking(painting: Painting): void {
  const { random, isNight } = painting
  box(painting, fade(painting, 0, 1, grey(painting, 84), grey(painting, 126)), 0, 0, 1, 1)
  box(painting, grey(painting, 58), 0, 0, 1, 0.13)
  for (const x of [0.16, 0.5, 0.84]) box(painting, grey(painting, 140), x - 0.02, 0, 0.04, 0.2)
  for (const [row, top, size] of [
    [0, 0.2, 0.12],
    [1, 0.62, 0.21],
  ] as const) {
    const bays = row === 0 ? 8 : 5
    for (let bay = 0; bay <= bays; bay++) {
      const x = bay / bays
      fill(
        painting,
        isNight ? '#5c6670' : '#dfe5e8',
        [x - 0.004, top],
        [x + 0.004, top],
        [x + (x - 0.5) * 0.06 + 0.006, top + size * 1.5],
        [x + (x - 0.5) * 0.06 - 0.006, top + size * 1.5],
      )
      if (bay < bays && random() > 0.28)
        car(painting, anyPaint(painting), x + 0.5 / bays, top + size * 1.25, size)
    }
  }
  if (!isNight) return
  for (const x of [0.25, 0.75]) glow(painting, '#dfeaff4d', x, 0.1, 0.8)
  person(painting, '#66788a', 0.4, 0.58, 0.2)
}

export function drawYard(painting: Painting): void {
  const { context, width, height, isNight } = painting
  box(
    painting,
    isNight ? fade(painting, 0, 0.4, '#06090d', '#131a20') : fade(painting, 0, 0.4, '#90a4b4', '#cfd6d9'),
    0,
    0,
    1,
    0.4,
  )
  box(painting, fade(painting, 0.38, 1, grey(painting, 104), grey(painting, 150)), 0, 0.38, 1, 0.62)
  for (const [x, y, wide, high, colour] of [
    [0.06, 0.26, 0.3, 0.2, '#3d6480'],
    [0.12, 0.1, 0.26, 0.17, '#8a4436'],
    [0.62, 0.24, 0.34, 0.2, '#5e6b4a'],
  ] as const) {
    box(painting, colour, x, y, wide, high)
    for (let rib = 0.02; rib < wide; rib += 0.022)
      box(painting, '#0003', x + rib, y + 0.012, 0.009, high - 0.024)
    if (isNight) box(painting, '#04070aa8', x, y, wide, high)
  }
  context.strokeStyle = isNight ? '#5d6a74' : '#5f686d'
  context.lineWidth = 1
  for (let x = -1; x < 2; x += 0.045) {
    context.globalAlpha = 0.5
    context.beginPath()
    context.moveTo(x * width, 0.5 * height)
    context.lineTo((x + 0.4) * width, 0.86 * height)
    context.moveTo((x + 0.4) * width, 0.5 * height)
    context.lineTo(x * width, 0.86 * height)
    context.stroke()
  }
  context.globalAlpha = 1
  for (let x = 0.04; x < 1; x += 0.3) box(painting, grey(painting, 176), x, 0.46, 0.012, 0.42)
  box(painting, grey(painting, 176), 0, 0.49, 1, 0.012)
  if (isNight) glow(painting, '#cfe3ff40', 0.5, 0.6, 0.75)
  person(painting, isNight ? '#7d8b96' : '#c06a2a', 0.52, 0.94, 0.36)
}
