/** Keys of the windows: the one beside the chosen one, and its zoom, as on the live wall. */
import type { Translate } from '../../i18n/language.ts'
import type { ZoomControls } from '../../ui/zoom/use-zoom.ts'
import type { ReplayCommand } from './commands.tsx'

export type TileZoom = Pick<ZoomControls, 'zoomBy' | 'reset' | 'isZoomed'>

const ZOOM_STEP = 1.25

interface WindowControls {
  layout: number
  chosen: number
  stage: HTMLElement | null
  chosenZoom: () => TileZoom | undefined
}

export function windowCommands(t: Translate, its: WindowControls): ReplayCommand[] {
  const { layout, chosen, stage, chosenZoom } = its
  const key = (name: string, keys: string[], label: string, run: () => void): ReplayCommand => ({
    key: name,
    part: 'key',
    group: t('replay.keysGroup'),
    keys,
    label,
    run,
  })
  const step = (pressed: string): ReplayCommand => ({
    ...key(`choose-${pressed}`, [pressed], t('live.chooseWindow'), () => {
      const at = windowBeside(layout, chosen, pressed)
      // A window that has the focus is chosen.
      stage?.querySelector<HTMLElement>(`[data-window="${at}"]`)?.focus()
    }),
    // Elsewhere arrows scroll, or move what has the focus.
    isEnabled: () => layout > 1 && document.activeElement?.matches('body, .replay-tile') === true,
  })
  return [
    ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(step),
    key('zoom-in', ['+', '='], t('live.zoomIn'), () => chosenZoom()?.zoomBy(ZOOM_STEP)),
    key('zoom-out', ['-'], t('live.zoomOut'), () => chosenZoom()?.zoomBy(1 / ZOOM_STEP)),
    {
      ...key('zoom-reset', ['0', 'Escape'], t('live.zoomReset'), () => chosenZoom()?.reset()),
      isEnabled: () => chosenZoom()?.isZoomed === true,
    },
  ]
}

/** Windows stand in as many columns as rows; at the edge it is the same one. */
export function windowBeside(layout: number, from: number, pressed: string): number {
  const columns = Math.sqrt(layout)
  const [row, column] = [Math.floor(from / columns), from % columns]
  if (pressed === 'ArrowLeft') return column > 0 ? from - 1 : from
  if (pressed === 'ArrowRight') return column < columns - 1 ? from + 1 : from
  if (pressed === 'ArrowUp') return row > 0 ? from - columns : from
  return row < columns - 1 ? from + columns : from
}
