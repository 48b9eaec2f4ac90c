/** How this browser plays live pictures, remembered. */
import { changeSetting, type Playback, useSetting } from '../../app/settings.ts'

export function usePlayback(): Playback {
  return useSetting(({ playback }) => playback)
}

export function choosePlayback(chosen: Partial<Playback>): void {
  changeSetting({ playback: { ...useSetting.getState().playback, ...chosen } })
}
