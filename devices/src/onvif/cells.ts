/** The cells of a picture that a rule watches, as ONVIF writes them (Analytics Service, annex "Cell motion detection"). */

/** Row by row from the upper left corner. */
export interface Cells {
  columns: number
  rows: number
  isActive: readonly boolean[]
}

/** Devices have some hundreds; more than this is none that is meant. */
export const MOST_CELLS = 16_384

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/
const NOTHING_FOLLOWS = 128

/**
 * Base64 of PackBits of a bit for each cell, the first of a byte its most significant.
 * ```
 *  0…127    as many bytes and one more follow as they are
 *  128      nothing
 *  129…255  the byte that follows stands 257 − as many times
 * ```
 * Undefined for what is not exactly that for so many cells.
 */
export function readCells(text: string, columns: number, rows: number): Cells | undefined {
  const count = columns * rows
  const wanted = Math.ceil(count / 8)
  // Nobody needs more than a head for each byte, and base64 of both.
  if (count > MOST_CELLS || text.length > 4 * wanted + 64 || !BASE64.test(text)) return undefined
  const bytes = unpacked(Buffer.from(text, 'base64'), wanted)
  if (!bytes) return undefined
  const isActive = Array.from({ length: count }, (_, at) => bitAt(bytes, at))
  return { columns, rows, isActive }
}

export function writeCells({ isActive }: Pick<Cells, 'isActive'>): string {
  const bytes = Buffer.alloc(Math.ceil(isActive.length / 8))
  for (const [at, is] of isActive.entries())
    if (is) bytes.writeUInt8((bytes[at >> 3] ?? 0) | (0x80 >> (at & 7)), at >> 3)
  return Buffer.concat(packed(bytes)).toString('base64')
}

function unpacked(bytes: Buffer, wanted: number): Buffer | undefined {
  const whole = Buffer.alloc(wanted)
  let filled = 0
  for (let at = 0; at < bytes.length;) {
    const head = bytes[at++] ?? NOTHING_FOLLOWS
    if (head === NOTHING_FOLLOWS) continue
    const isRun = head > NOTHING_FOLLOWS
    const [taken, made] = isRun ? [1, 257 - head] : [head + 1, head + 1]
    if (at + taken > bytes.length || filled + made > wanted) return undefined
    if (isRun) whole.fill(bytes[at] ?? 0, filled, filled + made)
    else bytes.copy(whole, filled, at, at + taken)
    at += taken
    filled += made
  }
  return filled === wanted ? whole : undefined
}

function packed(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  let plain: number[] = []
  const endPlain = (): void => {
    if (plain.length > 0) pieces.push(Buffer.from([plain.length - 1, ...plain]))
    plain = []
  }
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0
    let run = 1
    while (run < 128 && bytes[at + run] === byte) run++
    if (run > 1) {
      endPlain()
      pieces.push(Buffer.from([257 - run, byte]))
    } else if (plain.push(byte) === 128) endPlain()
    at += run
  }
  endPlain()
  return pieces
}

function bitAt(bytes: Buffer, at: number): boolean {
  return (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1
}
