import { useSyncExternalStore } from 'react'

const PHONE = '(max-width: 640px)'

/** Where pages are changed at the bottom, and the header holds what is looked at alone. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(PHONE)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(PHONE).matches,
    () => false,
  )
}
