/** Cameras of the wall that are not there: the live page tells, the header counts. */
import { create } from 'zustand'

export interface LostCamera {
  did: string
  channel: number
  name: string
}

export const useWallTrouble = create<{ lost: readonly LostCamera[] }>(() => ({ lost: [] }))

export function tellWallTrouble(lost: readonly LostCamera[]): void {
  useWallTrouble.setState({ lost })
}
