/** The page's part of the address, with its `#`: what follows a `?` is a matter of the page. */
export function pathInAddress(): string {
  const [path = ''] = location.hash.split('?', 1)
  return path
}
