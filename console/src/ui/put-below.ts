const MARGIN_PX = 8
const GAP_PX = 4

/**
 * A popover lies above everything and knows no place of its own: below its button, or above it where there is more room, and within
 * the window, also when that is made smaller. For as long as it is open.
 */
export function putBelow(button: HTMLElement, popover: HTMLElement): void {
  const closed = new AbortController()
  const again = (): void => place(button, popover)
  const onToggle = ({ newState }: ToggleEvent): void => {
    // Before it is open its width is unknown.
    if (newState === 'open') again()
    else closed.abort()
  }
  popover.addEventListener('toggle', onToggle, { signal: closed.signal })
  addEventListener('resize', again, { signal: closed.signal })
  again()
}

function place(button: HTMLElement, popover: HTMLElement): void {
  const { left, top: upper, bottom: lower } = button.getBoundingClientRect()
  // The button may have been scrolled away.
  const [top = 0, bottom = 0] = [upper, lower].map((y) => Math.max(0, Math.min(y, innerHeight)))
  const [above, below] = [top - GAP_PX, innerHeight - bottom - GAP_PX]
  const isAbove = below < 200 && above > below
  popover.style.top = isAbove ? 'auto' : `${bottom + GAP_PX}px`
  popover.style.bottom = isAbove ? `${innerHeight - top + GAP_PX}px` : 'auto'
  popover.style.maxWidth = `calc(100vw - ${2 * MARGIN_PX}px)`
  popover.style.maxHeight = `${(isAbove ? above : below) - MARGIN_PX}px`
  // As wide as it wants to be, which is known once it stands at the edge.
  popover.style.left = `${MARGIN_PX}px`
  const rightmost = innerWidth - popover.offsetWidth - MARGIN_PX
  popover.style.left = `${Math.max(MARGIN_PX, Math.min(left, rightmost))}px`
}
