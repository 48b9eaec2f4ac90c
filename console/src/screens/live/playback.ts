/** How this browser plays live pictures, remembered. */
import { changeSetting, type Playback, useSetting, type WallView } from '../../app/settings.ts'

export function usePlayback(): Playback {
  return useSetting(({ playback }) => playback)
}

export function choosePlayback(chosen: Partial<Playback>): void {
  changeSetting({ playback: { ...useSetting.getState().playback, ...chosen } })
}

export function useWallView(): WallView {
  return useSetting(({ wallView }) => wallView)
}

export function chooseWallView(chosen: Partial<WallView>): void {
  changeSetting({ wallView: { ...useSetting.getState().wallView, ...chosen } })
}
