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
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    const [top, bottom] = span(y, height, source.height)
    for (let x = 0; x < width; x++) {
      const [left, right] = span(x, width, source.width)
      const sum = [0, 0, 0, 0]
      for (let row = top; row < bottom; row++)
        for (let i = (row * source.width + left) * 4; i < (row * source.width + right) * 4; i++)
          sum[i & 3] = (sum[i & 3] ?? 0) + (source.data[i] ?? 0)
      const count = (bottom - top) * (right - left)
      data.set(
        sum.map((it) => it / count),
        (y * width + x) * 4,
      )
    }
  }
  return { data, width, height }
}

function span(at: number, of: number, source: number): [from: number, to: number] {
  const from = Math.floor((at * source) / of)
  return [from, Math.max(from + 1, Math.floor(((at + 1) * source) / of))]
}
