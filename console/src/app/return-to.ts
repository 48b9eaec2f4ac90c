/** The address that somebody wanted before they had to log in; it outlives the reload of an expired session. */
import { tabShelf } from './stored.ts'

const RETURN_TO = 'returnTo'

export function keepReturn(path: string): void {
  if (path !== '/') tabShelf.setItem(RETURN_TO, path)
}

/** `/` when nothing was kept. */
export function keptReturn(): string {
  return tabShelf.getItem(RETURN_TO) ?? '/'
}

export function dropReturn(): void {
  tabShelf.removeItem(RETURN_TO)
}
