/** Where a key leads from a tile of a grid whose lines hold `columns` tiles; undefined where the key is not the grid's. */
export function tileAfter(key: string, at: number, columns: number, count: number): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'ArrowRight':
      return Math.min(last, at + 1)
    case 'ArrowUp':
      return at < columns ? at : at - columns
    case 'ArrowDown':
      // Into the last line also where nothing stands below.
      return Math.floor(at / columns) === Math.floor(last / columns) ? at : Math.min(last, at + columns)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
