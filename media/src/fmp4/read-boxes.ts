/** Finding boxes in recorded files: ISO 14496-12 section 4.2. Nothing here trusts a size. */

export interface Box {
  type: string
  /** Offset of the first byte of its size. */
  at: number
  /** Offset of its contents. */
  from: number
  end: number
}

/** The boxes that stand whole between `from` and `end`, in their order; what follows the first torn one is left out. */
export function boxesIn(bytes: Buffer, from = 0, end = bytes.length): Box[] {
  const found: Box[] = []
  for (let at = from; at + 8 <= end;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > end) break
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), at, from: at + 8, end: at + size })
    at += size
  }
  return found
}

/** The first box on the way `path` from the top. */
export function boxAt(bytes: Buffer, path: readonly string[], within?: Box): Box | undefined {
  let box = within
  for (const type of path) {
    box = boxesIn(bytes, box?.from ?? 0, box?.end ?? bytes.length).find((it) => it.type === type)
    if (!box) return undefined
  }
  return box
}
