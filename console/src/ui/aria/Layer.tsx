import './layer.css'

import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'

/** The `ref` goes to an element of the control; `home` is where its layers have to stand, since a modal dialog leaves the rest of the page inert, and what fills the screen leaves it unseen. */
export function useLayerHome(): [ref: (element: Element | null) => void, home: Element | undefined] {
  const [home, setHome] = useState<Element>()
  const ref = useCallback((element: Element | null) => {
    if (element) setHome(element.closest('dialog, [popover]') ?? undefined)
  }, [])
  const filling = useSyncExternalStore(
    onFullScreen,
    () => document.fullscreenElement,
    () => null,
  )
  return [ref, home ?? filling ?? undefined]
}

function onFullScreen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

interface Props extends Omit<PopoverProps, 'children' | 'className' | 'UNSTABLE_portalContainer'> {
  home: Element | undefined
  className?: string
  children: ReactNode
}

/** What opens above the page beside its control. */
export function Layer({ home, className = '', children, ...more }: Props): ReactNode {
  return (
    <Popover
      offset={4}
      {...more}
      {...(home ? { UNSTABLE_portalContainer: home } : {})}
      className={`layer ${className}`}
    >
      {children}
    </Popover>
  )
}
