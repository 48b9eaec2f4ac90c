/** The menu of a window, by the right button or the menu key. */
import type { MenuPoint } from '../../ui/aria/Menu.tsx'
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react'

import type { WallCommand } from './wall-commands.tsx'
import type { WallAction } from './wall.ts'

const WindowMenu = lazy(async () => ({ default: (await import('./WindowMenu.tsx')).WindowMenu }))

/** `open` is for the wall: the window is the one that was pressed, which is chosen. */
export function useWindowMenu(
  commands: readonly WallCommand[],
  act: (action: WallAction) => unknown,
): { open: (event: MouseEvent) => void; menu: ReactNode } {
  const [at, setAt] = useState<MenuPoint>()
  return {
    open(event) {
      const place = event.target instanceof Element ? event.target.closest('[data-place]') : null
      if (!(place instanceof HTMLElement) || place.dataset['patrol'] === 'true') return
      event.preventDefault()
      act({ do: 'choose', at: Number(place.dataset['place']) })
      const { left, bottom } = place.getBoundingClientRect()
      const isByKey = event.clientX === 0 && event.clientY === 0
      setAt(isByKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY })
    },
    menu: at && (
      <Suspense>
        <WindowMenu commands={commands} at={at} onClose={() => setAt(undefined)} />
      </Suspense>
    ),
  }
}
