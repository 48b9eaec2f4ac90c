export interface Pixels {
  /** RGBA, 8 bits each. */
  data: Uint8ClampedArray
  width: number
  height: number
}

/** The picture with no side longer than this; each pixel is the mean of those that it stands for. */
export function scaledTo(longestSide: number, source: Pixels): Pixels {
  const ratio = Math.max(source.width, source.height) / longestSide
  if (ratio <= 1) return source
  const width = Math.max(1, Math.round(source.width / ratio))
  const height = Math.max(1, Math.round(source.height / ratio))
  const [columns, rows] = [edges(width, source.width), edges(height, source.height)]
  const data = new Uint8ClampedArray(width * height * 4)
  let at = 0
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [rows[y] ?? 0, rows[y + 1] ?? 0]
    for (let x = 0; x < width; x++) {
      const [left, right] = [columns[x] ?? 0, columns[x + 1] ?? 0]
      // One sum each: an array of four for each of a million pixels takes five times as long.
      let [red, green, blue, alpha] = [0, 0, 0, 0]
      for (let row = top; row < bottom; row++)
        for (let i = (row * source.width + left) * 4; i < (row * source.width + right) * 4; i += 4) {
          red += source.data[i] ?? 0
          green += source.data[i + 1] ?? 0
          blue += source.data[i + 2] ?? 0
          alpha += source.data[i + 3] ?? 0
        }
      const count = (bottom - top) * (right - left)
      data[at++] = red / count
      data[at++] = green / count
      data[at++] = blue / count
      data[at++] = alpha / count
    }
  }
  return { data, width, height }
}

/** Where each pixel begins in the source, which has no fewer, and where the last one ends. */
function edges(of: number, source: number): Int32Array {
  return Int32Array.from({ length: of + 1 }, (_, at) => Math.floor((at * source) / of))
}
