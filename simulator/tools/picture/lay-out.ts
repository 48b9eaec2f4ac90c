import { rawSlice } from '../../src/h264/intra-slices.ts'
import type { Area, Layout, Span, Spare, Sprite } from '../../src/scene/layout.ts'
import { patternBlock, PATTERNS } from '../../src/scene/strip-blocks.ts'
import { type Cutout, emptyYuv, fill, paste, toYuv, type Image, type Yuv } from './image.ts'
import { type Item, pack } from './pack.ts'
import { encodePieces } from './x264.ts'

export interface Format {
  width: number
  height: number
  qp: number
  /** Slices that moving things cross are this long, in macroblocks. */
  segment: number
  glyphHeight: number
}

export interface LaidOut {
  layout: Layout
  slices: Buffer[]
  /** The decoded key picture. */
  pixels: Yuv
}

const MARGIN_LUMA = 100
/** The ground that things cross is kept once more in so many parts. */
const SPARES = 4
const CLOCK_GLYPHS = 19
const NAME_GLYPHS = 24

/** Builds the coded picture of one resolution: the view, the strip's patterns, the sprites, cut into slices. */
export function layOut(view: Image, cutouts: readonly Cutout[], format: Format): LaidOut {
  const viewColumns = format.width / 16
  const viewRows = Math.ceil(format.height / 16)
  const measured = cutouts.map((cutout) => measure(cutout))
  const crossed = measured.flatMap(({ sprite }) => [sprite.atRow, sprite.atRow + sprite.rows])
  const firstRow = Math.min(...crossed)
  const strip = stripArea(format.width)
  const ground = Array.from({ length: SPARES }, (_, i): Area => {
    const width = viewColumns / SPARES
    return { column: i * width, row: firstRow, columns: width, rows: Math.max(...crossed) - firstRow }
  })
  // Sprites go over the left edge until only their last column is to be seen.
  const items = [
    ...ground.map((area): Item => ({ ...area, atColumn: area.column, atRow: area.row })),
    ...measured.map(({ sprite }): Item => ({ ...sprite, atColumn: -sprite.columns })),
    { columns: PATTERNS, rows: 1, atColumn: strip.column, atRow: strip.row },
  ]
  const { columns, rows, places } = pack(items, viewColumns, viewRows)
  const coded = emptyYuv(columns * 16, rows * 16)
  fill(coded, 0, coded.height, MARGIN_LUMA)
  paste(toYuv(view), 0, 0, format.width, viewRows * 16, coded, 0, 0)
  const patterns: Area = { columns: PATTERNS, rows: 1, ...(places.at(-1) ?? { column: 0, row: 0 }) }
  measured.forEach(({ sprite, cutout, cutLeft }, i) => {
    Object.assign(sprite, places[SPARES + i])
    const [w, h] = [sprite.columns * 16, sprite.rows * 16]
    const top = sprite.atRow * 16 - cutout.top
    paste(toYuv(cutout.image), cutLeft, top, w, h, coded, sprite.column * 16, sprite.row * 16)
  })
  const spares = ground.map((area, i): Spare => {
    const place = places[i] ?? { column: 0, row: 0 }
    const [w, h] = [area.columns * 16, area.rows * 16]
    paste(coded, area.column * 16, area.row * 16, w, h, coded, place.column * 16, place.row * 16)
    return { ...area, place }
  })
  const textRows = format.glyphHeight / 16
  const textColumns = (glyphs: number) => Math.ceil((glyphs * format.glyphHeight) / 2 / 16)
  const clock = { column: 1, row: 1, columns: textColumns(CLOCK_GLYPHS), rows: textRows }
  const nameColumns = textColumns(NAME_GLYPHS)
  const name = { column: viewColumns - 1 - nameColumns, row: 1, columns: nameColumns, rows: textRows }
  // What is drawn raw and uncovered again must decode to the same pixels at both places: it is cut alike there.
  const copies = spares.map((spare) => ({ ...spare, ...spare.place }))
  const pieces = cut(columns, rows, [clock, name, strip, patterns], [...spares, ...copies], format.segment)
  const { slices, decoded } = encode(coded, pieces, format.qp)
  // Text and strip are not coded: their background is the view itself.
  for (const area of [clock, name, strip]) {
    const [x, y] = [area.column * 16, area.row * 16]
    paste(coded, x, y, area.columns * 16, area.rows * 16, decoded, x, y)
  }
  const firstPattern = patterns.row * columns + patterns.column
  const drawn = Array.from({ length: PATTERNS }, (_, pattern) => patternBlock(pattern))
  const all = [
    ...pieces.map((piece, i) => ({
      first: piece.row * columns + piece.column,
      blocks: piece.columns * piece.rows,
      unit: slices[i] ?? Buffer.alloc(0),
    })),
    { first: firstPattern, blocks: PATTERNS, unit: rawSlice(firstPattern, drawn) },
  ].toSorted((a, b) => a.first - b.first)
  const layout: Layout = {
    width: format.width,
    height: format.height,
    columns,
    rows,
    clock,
    name,
    strip,
    patterns,
    slices: all.map(({ first, blocks }) => [first, blocks]),
    sprites: Object.fromEntries(measured.map(({ cutout, sprite }) => [cutout.name, sprite])),
    spares,
  }
  return { layout, slices: all.map(({ unit }) => unit), pixels: decoded }
}

/** docs/protocol.md, "Time strip", in macroblocks. */
function stripArea(width: number): Area {
  const cell = width / 80
  return { column: (24 * cell) / 16, row: (42 * cell) / 16, columns: 2 * cell, rows: cell / 8 }
}

interface Measured {
  cutout: Cutout
  sprite: Sprite
  /** Left edge of the sprite within the cutout, in pixels. */
  cutLeft: number
}

/** Cuts the sprite out on the grid's rows, with one macroblock to spare at both sides. */
function measure(cutout: Cutout): Measured {
  const { width, height } = cutout.image
  const atRow = Math.ceil(cutout.top / 16)
  let [firstRow, lastRow] = [Number.POSITIVE_INFINITY, -1]
  let [first, last] = [width, -1]
  const spans: Span[] = []
  for (let row = 0; (atRow + row + 1) * 16 <= cutout.top + height; row++) {
    const span = { first: width, last: -1 }
    for (let y = (atRow + row) * 16 - cutout.top; y < (atRow + row + 1) * 16 - cutout.top; y++) {
      for (let x = 0; x < width; x++) {
        if (cutout.mask[y * width + x] !== 1) continue
        span.first = Math.min(span.first, x)
        span.last = Math.max(span.last, x)
      }
    }
    spans.push(span)
    if (span.last < 0) continue
    firstRow = Math.min(firstRow, row)
    lastRow = row
    first = Math.min(first, span.first)
    last = Math.max(last, span.last)
  }
  const left = Math.max(0, first - 16) & ~1
  const columns = Math.ceil((last + 17 - left) / 16)
  if (left + columns * 16 > width)
    throw new Error(`${cutout.name} stands too near to its cutout's right edge`)
  const sprite: Sprite = {
    column: 0,
    row: 0,
    columns,
    rows: lastRow - firstRow + 1,
    atRow: atRow + firstRow,
    anchor: Math.round(cutout.anchorX - cutout.left - left),
    spans: spans
      .slice(firstRow, lastRow + 1)
      .map((span) =>
        span.last < 0 ? { first: 1, last: 0 } : { first: span.first - left, last: span.last - left },
      ),
  }
  return { cutout, sprite, cutLeft: left }
}

/** The slices: whole rows where nothing moves, short ones where something does; the areas `left` out have none. */
function cut(
  columns: number,
  rows: number,
  left: readonly Area[],
  crossed: readonly Area[],
  segment: number,
): Area[] {
  const pieces: Area[] = []
  for (let row = 0; row < rows; row++) {
    const isOn = (area: Area) => row >= area.row && row < area.row + area.rows
    const onRow = left.filter((area) => isOn(area))
    const crossedHere = crossed.filter((area) => isOn(area))
    const previous = pieces.at(-1)
    if (onRow.length === 0 && crossedHere.length === 0) {
      if (previous?.columns === columns) previous.rows++
      else pieces.push({ column: 0, row, columns, rows: 1 })
      continue
    }
    const edges = new Set([columns])
    for (const area of onRow) edges.add(area.column)
    for (const area of crossedHere) {
      for (let i = 0; i < area.columns; i += segment) edges.add(area.column + i)
      edges.add(area.column + area.columns)
    }
    let column = 0
    for (const edge of [...edges].toSorted((a, b) => a - b)) {
      if (edge > column) pieces.push({ column, row, columns: edge - column, rows: 1 })
      column = edge + (onRow.find((area) => area.column === edge)?.columns ?? 0)
    }
  }
  return pieces
}

function encode(coded: Yuv, pieces: readonly Area[], qp: number) {
  const decoded = emptyYuv(coded.width, coded.height)
  const slices: Buffer[] = []
  const bySize = Map.groupBy(pieces, (piece) => `${piece.columns}x${piece.rows}`)
  for (const group of bySize.values()) {
    const images = group.map((piece) => {
      const image = emptyYuv(piece.columns * 16, piece.rows * 16)
      paste(coded, piece.column * 16, piece.row * 16, image.width, image.height, image, 0, 0)
      return image
    })
    encodePieces(images, qp).forEach((encoded, i) => {
      const piece = group[i]
      if (piece === undefined) return
      const { width, height } = encoded.decoded
      paste(encoded.decoded, 0, 0, width, height, decoded, piece.column * 16, piece.row * 16)
      slices[pieces.indexOf(piece)] = encoded.slice(piece.row * (coded.width / 16) + piece.column)
    })
  }
  return { slices, decoded }
}
