import { type PointerEvent, type ReactNode, useRef } from 'react'

import { useT } from '../../i18n/language.ts'
import { NARROWEST_PX, WIDEST_PX } from './column-widths.ts'

const STEP_PX = 16

interface Props {
  /** The column's heading. */
  head: string
  /** Undefined while the content decides. */
  width: number | undefined
  onWidth: (width: number | undefined) => void
}

/** The end of a column's head: drawn, or moved by the arrow keys; a double press lets the content decide again. */
export function ColumnEdge({ head, width, onWidth }: Props): ReactNode {
  const t = useT()
  const drag = useRef<{ x: number; width: number }>(undefined)
  const shown = (element: Element): number => element.parentElement?.getBoundingClientRect().width ?? 0
  const begin = (event: PointerEvent<HTMLSpanElement>): void => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width: shown(event.currentTarget) }
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className="column-edge"
      aria-orientation="horizontal"
      aria-label={t('ui.columnWidth', { head })}
      aria-valuemin={NARROWEST_PX}
      aria-valuemax={WIDEST_PX}
      aria-valuenow={width ?? NARROWEST_PX}
      aria-valuetext={width === undefined ? t('ui.columnWidthAuto') : t('ui.columnWidthPixels', { width })}
      onPointerDown={begin}
      onPointerMove={({ clientX }) => {
        if (drag.current) onWidth(drag.current.width + clientX - drag.current.x)
      }}
      onPointerUp={() => void (drag.current = undefined)}
      onPointerCancel={() => void (drag.current = undefined)}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -STEP_PX, ArrowRight: STEP_PX }[event.key]
        if (by === undefined && event.key !== 'Delete') return
        event.preventDefault()
        onWidth(by === undefined ? undefined : shown(event.currentTarget) + by)
      }}
    />
  )
}
