import { useMedia } from '../ui/use-media.ts'

/** Where pages are changed at the bottom, and the header holds what is looked at alone. */
export function usePhone(): boolean {
  return useMedia('(max-width: 640px)')
}
