import { drawText, type Font } from './text.ts'

/** Cameras are at most one second and a frame apart. */
const KEPT_TEXTS = 4

/** The clock's macroblocks, drawn once for all cameras at a scene. */
export class ClockFace {
  private readonly font: Font
  private readonly background: readonly Uint8Array[]
  private readonly columns: number
  private readonly drawn = new Map<string, readonly Uint8Array[]>()

  constructor(font: Font, background: readonly Uint8Array[], columns: number) {
    this.font = font
    this.background = background
    this.columns = columns
  }

  blocks(text: string): readonly Uint8Array[] {
    const known = this.drawn.get(text)
    if (known !== undefined) return known
    const [before, its] = [...this.drawn].at(-1) ?? []
    const blocks = drawText(this.font, text, this.background, this.columns, before, its)
    this.drawn.set(text, blocks)
    for (const oldest of this.drawn.keys()) {
      if (this.drawn.size <= KEPT_TEXTS) break
      this.drawn.delete(oldest)
    }
    return blocks
  }
}
