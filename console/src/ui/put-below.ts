const MARGIN_PX = 8
const GAP_PX = 4

/** A popover lies above everything and knows no place of its own: below its button, or above it where there is more room. */
export function putBelow(button: HTMLElement, popover: HTMLElement): void {
  const { left, top, bottom } = button.getBoundingClientRect()
  const [above, below] = [top - GAP_PX, innerHeight - bottom - GAP_PX]
  const isAbove = below < 200 && above > below
  popover.style.top = isAbove ? 'auto' : `${bottom + GAP_PX}px`
  popover.style.bottom = isAbove ? `${innerHeight - top + GAP_PX}px` : 'auto'
  popover.style.left = `${left}px`
  popover.style.maxWidth = `calc(100vw - ${left + MARGIN_PX}px)`
  popover.style.maxHeight = `${(isAbove ? above : below) - MARGIN_PX}px`
}
