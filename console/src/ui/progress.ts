import { create } from 'zustand'

/** Progress bar minimum: where it starts; it has no spinner (section 9). */
export const PROGRESS_BAR_MINIMUM = 0.3

/** The bar at the top while a page is fetched. */
export const useProgress = create<{ isRunning: boolean }>(() => ({ isRunning: false }))

export function startProgress(): void {
  useProgress.setState({ isRunning: true })
}

export function endProgress(): void {
  useProgress.setState({ isRunning: false })
}
