/** Keys of the windows: the one beside the chosen one, and its zoom, as on the live wall. */
import type { Translate } from '../../i18n/language.ts'
import { type Direction, layoutOf, neighbour } from '../../ui/window/layouts.ts'
import type { ZoomControls } from '../../ui/zoom/use-zoom.ts'
import type { ReplayCommand } from './commands.tsx'

export type TileZoom = Pick<ZoomControls, 'zoomBy' | 'reset' | 'isZoomed'>

const ZOOM_STEP = 1.25
const ARROWS: [string, Direction][] = [
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
]

interface WindowControls {
  layout: number
  chosen: number
  stage: HTMLElement | null
  chosenZoom: () => TileZoom | undefined
  enlarge: () => void
  close: () => void
}

const isWindow = (element: Element | null): boolean => element?.matches('body, .tile') === true

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
  const step = ([pressed, direction]: [string, Direction]): ReplayCommand => ({
    ...key(`choose-${pressed}`, [pressed], t('live.chooseWindow'), () => {
      const at = neighbour(layoutOf(layout), chosen, direction)
      // A window that has the focus is chosen.
      stage?.querySelector<HTMLElement>(`[data-window="${at}"]`)?.focus()
    }),
    // Elsewhere arrows scroll, or move what has the focus.
    isEnabled: () => layout > 1 && isWindow(document.activeElement),
  })
  const ofChosen = (name: string, keys: string[], label: string, run: () => void): ReplayCommand => ({
    ...key(name, keys, label, run),
    isEnabled: () => isWindow(document.activeElement),
  })
  return [
    ...ARROWS.map(step),
    ofChosen('enlarge', ['Enter'], t('live.enlarge'), its.enlarge),
    ofChosen('close', ['Delete'], t('live.closeChosen'), its.close),
    key('zoom-in', ['+', '='], t('live.zoomIn'), () => chosenZoom()?.zoomBy(ZOOM_STEP)),
    key('zoom-out', ['-'], t('live.zoomOut'), () => chosenZoom()?.zoomBy(1 / ZOOM_STEP)),
    {
      ...key('zoom-reset', ['0', 'Escape'], t('live.zoomReset'), () => chosenZoom()?.reset()),
      isEnabled: () => chosenZoom()?.isZoomed === true,
    },
  ]
}
