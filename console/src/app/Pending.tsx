import { type ReactNode, useEffect } from 'react'

import { endProgress, startProgress } from '../ui/progress.ts'

/** While a part of the console is fetched, the bar runs and the place stays calm. */
export function Pending(): ReactNode {
  useEffect(() => {
    startProgress()
    return endProgress
  }, [])
  return null
}
