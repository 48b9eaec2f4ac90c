/**
 * One buffer of all pieces with memory of its own. Node's pool would put small ones of all streams into one slab,
 * which then lives as long as the longest-lived of them.
 */
export function ownCopy(...pieces: Buffer[]): Buffer {
  const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const copy = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const piece of pieces) at += piece.copy(copy, at)
  return copy
}
