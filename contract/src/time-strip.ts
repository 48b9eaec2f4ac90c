/** The machine-readable time in every simulated picture: docs/protocol.md, "Time strip". */

const COLUMNS = 80
const FIRST_COLUMN = 24
const FIRST_ROW = 42
const CELLS_PER_ROW = 32
const CLOCK_MODULUS = 2 ** 40

export interface StripReading {
  camera: number
  /** UTC, ms since 1970. */
  timeMs: number
}

export interface StripCell {
  x: number
  y: number
  side: number
  bit: boolean
}

/** Where the 64 cells stand in a picture of this width, in pixels. */
export function stripCells(width: number, camera: number, timeMs: number): StripCell[] {
  const side = width / COLUMNS
  return stripBits(camera, timeMs).map((bit, i) => ({
    x: (FIRST_COLUMN + (i % CELLS_PER_ROW)) * side,
    y: (FIRST_ROW + Math.floor(i / CELLS_PER_ROW)) * side,
    side,
    bit,
  }))
}

export function stripBits(camera: number, timeMs: number): boolean[] {
  const clock = timeMs % CLOCK_MODULUS
  const bytes = [camera >> 8, camera & 255]
  for (let shift = 32; shift >= 0; shift -= 8) bytes.push(Math.floor(clock / 2 ** shift) & 255)
  bytes.push(crc8(bytes))
  // A simulator asks for every picture of every camera.
  const bits: boolean[] = []
  for (const byte of bytes) for (let bit = 7; bit >= 0; bit--) bits.push(((byte >> bit) & 1) === 1)
  return bits
}

/**
 * Reads the strip off a picture. `luma(x, y)` gives 0…255 for a pixel; `nearMs` is a time within 17 years of the frame's.
 * Returns undefined when the checksum says that there is no readable strip.
 */
export function readStrip(
  width: number,
  luma: (x: number, y: number) => number,
  nearMs: number,
): StripReading | undefined {
  const side = width / COLUMNS
  const bytes = Array.from({ length: 8 }, () => 0)
  for (let i = 0; i < 64; i++) {
    const x = Math.floor((FIRST_COLUMN + (i % CELLS_PER_ROW) + 0.5) * side)
    const y = Math.floor((FIRST_ROW + Math.floor(i / CELLS_PER_ROW) + 0.5) * side)
    if (luma(x, y) > 127) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (128 >> (i & 7))
  }
  if (crc8(bytes.slice(0, 7)) !== bytes[7]) return undefined
  const clock = bytes.slice(2, 7).reduce((sum, byte) => sum * 256 + byte, 0)
  const wraps = Math.round((nearMs - clock) / CLOCK_MODULUS)
  return { camera: (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0), timeMs: clock + wraps * CLOCK_MODULUS }
}

function crc8(bytes: readonly number[]): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 255 : crc << 1
  }
  return crc
}
