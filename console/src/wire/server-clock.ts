/** The server's clock as its answers tell it: a browser's own may be hours off. */
let offsetMs = 0

/** Takes the Date header of an answer, good to a second; an answer without one teaches nothing. */
export function hearServerDate(header: string | null): void {
  const serverMs = Date.parse(header ?? '')
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now()
}

/** ms since 1970 */
export function serverNow(): number {
  return Date.now() + offsetMs
}
