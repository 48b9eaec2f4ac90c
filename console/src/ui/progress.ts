import { create } from 'zustand'

/** The bar at the top while a page is fetched: it starts at 0.3 and has no spinner (section 9). */
export const useProgress = create<{ isRunning: boolean }>(() => ({ isRunning: false }))

export function startProgress(): void {
  useProgress.setState({ isRunning: true })
}

export function endProgress(): void {
  useProgress.setState({ isRunning: false })
}
