const FAULTY = '[aria-invalid="true"], fieldset:has(> .fault:not(:empty))'
const CONTROL = 'input, select, textarea, button, [tabindex="0"]'

/**
 * Puts the focus on the first field of a form that is wrong, once the form was sent: at once, or when the server has answered.
 * A person who types again meanwhile keeps it. Returns how to end it.
 */
export function focusFaults(): () => void {
  let observer: MutationObserver | undefined
  const rest = (): void => observer?.disconnect()
  const onSubmit = ({ target }: Event): void => {
    rest()
    if (!(target instanceof HTMLFormElement)) return
    const look = (): void => {
      const faulty = target.querySelector<HTMLElement>(FAULTY)
      if (!faulty) return
      rest()
      const control = faulty.matches(CONTROL) ? faulty : faulty.querySelector<HTMLElement>(CONTROL)
      control?.focus()
    }
    observer = new MutationObserver(look)
    observer.observe(target, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['aria-invalid'],
    })
    // What stood there before is gone when the page is painted next.
    requestAnimationFrame(look)
  }
  // In the capture phase: a dialog keeps the event to itself.
  addEventListener('submit', onSubmit, { capture: true })
  addEventListener('input', rest, { capture: true })
  return () => {
    rest()
    removeEventListener('submit', onSubmit, { capture: true })
    removeEventListener('input', rest, { capture: true })
  }
}
