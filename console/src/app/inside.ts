/** The frame of all pages. Imported first: for who is logged in, its code is fetched while the code of the first file runs. */
import { mediaWorker } from '../player/own-worker.ts'
import { Fetched } from '../ui/fetched.tsx'
import { LIVE_PATH, WALL_PATH } from './routes.ts'
import { stored } from './stored.ts'

/** Begins to fetch the page that the address names as well, and the wall before it is known whether it may be seen. */
export const inside = new Fetched(async () => {
  const address = location.hash.slice(1)
  // What could not be fetched is told when it is shown.
  if (address.startsWith(LIVE_PATH) || address.startsWith(WALL_PATH)) {
    import('../screens/live/index.ts').catch(() => {})
    mediaWorker()
  }
  const { fetchPage, Inside } = await import('./Inside.tsx')
  await fetchPage(address)
  return Inside
})

if (stored.has('userInfo')) void inside.fetch()
