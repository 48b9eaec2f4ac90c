import { useSyncExternalStore } from 'react'

const lists = new Map<string, MediaQueryList>()

/** Whether a media query is true of this browser now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = listOf(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => listOf(query).matches,
    () => false,
  )
}

/** Each is read at every rendering. */
function listOf(query: string): MediaQueryList {
  let list = lists.get(query)
  if (!list) lists.set(query, (list = matchMedia(query)))
  return list
}
