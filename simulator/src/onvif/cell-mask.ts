/** The cells of a rule as ONVIF writes them: a bit for each, PackBits, base64 (Analytics Service, annex on cell motion). */

/**
 * Bits row by row from the upper left corner, the first of a byte its most significant:
 * ```
 *  count 0…127    count + 1 bytes follow as they are
 *  count 129…255  the next byte 257 − count times
 *  count 128      nothing
 * ```
 */
export function writeMask(cells: readonly boolean[]): string {
  const bytes = bytesOf(cells)
  const packed: number[] = []
  let at = 0
  while (at < bytes.length) {
    const same = runAt(bytes, at)
    if (same > 1) {
      packed.push(257 - same, bytes[at] ?? 0)
      at += same
      continue
    }
    const from = at++
    while (at < bytes.length && at - from < 128 && runAt(bytes, at) === 1) at++
    packed.push(at - from - 1, ...bytes.slice(from, at))
  }
  return Buffer.from(packed).toString('base64')
}

/** Undefined for what is no mask of exactly so many cells. */
export function readMask(text: string, count: number): boolean[] | undefined {
  if (!/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)) return undefined
  const packed = Buffer.from(text, 'base64')
  const bytes: number[] = []
  const wanted = Math.ceil(count / 8)
  for (let at = 0; at < packed.length;) {
    const head = packed[at++] ?? 128
    if (head === 128) continue
    const [taken, times] = head < 128 ? [head + 1, 1] : [1, 257 - head]
    const piece = [...packed.subarray(at, at + taken)]
    if (piece.length < taken || bytes.length + taken * times > wanted) return undefined
    for (let i = 0; i < times; i++) bytes.push(...piece)
    at += taken
  }
  if (bytes.length !== wanted) return undefined
  return Array.from({ length: count }, (_, i) => (((bytes[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1)
}

function bytesOf(cells: readonly boolean[]): number[] {
  const bytes = Array.from({ length: Math.ceil(cells.length / 8) }, () => 0)
  cells.forEach((isActive, i) => {
    if (isActive) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (128 >> (i & 7))
  })
  return bytes
}

/** How often the byte stands here in a row, up to what a count can say. */
function runAt(bytes: readonly number[], at: number): number {
  let length = 1
  while (length < 128 && at + length < bytes.length && bytes[at + length] === bytes[at]) length++
  return length
}
