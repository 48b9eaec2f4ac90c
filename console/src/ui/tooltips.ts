import './tooltips.css'

import { putBelow } from './put-below.ts'

const NAMED = 'button[title], a[title], .icon-button[aria-label]'
/** They work for as long as they are held. */
const HELD = '.ptz-hold, .talk-hold'
/** A mouse sees these by the browser itself. */
const TITLED = '[title]'
const REST_MS = 500
/** Before the browser takes the press for that of its menu. */
const LONG_PRESS_MS = 400
const FINGER_SHOWN_MS = 3000

/**
 * Shows what a button without words does: as soon as keys come to it, to a finger that stays on it, and to a mouse where the browser
 * does not. It tells nothing that the button's name does not tell. Returns how to end it.
 */
export function showTooltips(): () => void {
  const ended = new AbortController()
  const tip = document.createElement('div')
  const text = document.createElement('span')
  tip.className = 'tip'
  tip.popover = 'manual'
  tip.ariaHidden = 'true'
  tip.append(text)
  document.body.append(tip)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isByKeys = false
  /** A finger has read the tip: its press does nothing else. */
  let isRead = false

  const hide = (): void => {
    clearTimeout(timer)
    if (tip.matches(':popover-open')) tip.hidePopover()
  }
  const show = (button: HTMLElement): void => {
    hide()
    if (!button.isConnected) return
    text.textContent = button.title || button.ariaLabel
    putBelow(button, tip)
    tip.showPopover()
  }
  const after = (ms: number, what: () => void): void => {
    hide()
    timer = setTimeout(what, ms)
  }
  const on = <K extends keyof DocumentEventMap>(type: K, hear: (event: DocumentEventMap[K]) => void): void =>
    document.addEventListener(type, hear, { capture: true, passive: false, signal: ended.signal })

  on('keydown', ({ key }) => {
    hide()
    isRead = false
    isByKeys = key === 'Tab' || key.startsWith('Arrow')
  })
  on('focusin', ({ target }) => {
    const button = buttonOf(target)
    if (isByKeys && button?.matches(':focus-visible')) show(button)
  })
  on('focusout', hide)
  on('scroll', hide)
  on('pointerdown', ({ target, pointerType }) => {
    hide()
    isByKeys = isRead = false
    const button = buttonOf(target)
    if (pointerType !== 'touch' || !button || button.matches(HELD)) return
    after(LONG_PRESS_MS, () => {
      show(button)
      isRead = true
      timer = setTimeout(hide, FINGER_SHOWN_MS)
    })
  })
  const lifted = (): void => {
    if (!isRead) clearTimeout(timer)
  }
  on('pointerup', lifted)
  on('pointercancel', lifted)
  for (const type of ['click', 'contextmenu'] as const)
    on(type, (event) => {
      if (!isRead) return
      event.preventDefault()
      event.stopPropagation()
      if (type === 'click') isRead = false
    })
  on('pointerover', ({ target, pointerType }) => {
    const button = buttonOf(target)
    if (pointerType === 'mouse' && button && !button.matches(TITLED)) after(REST_MS, () => show(button))
  })
  on('pointerout', ({ target, pointerType }) => {
    if (pointerType === 'mouse' && buttonOf(target)) hide()
  })
  return () => {
    ended.abort()
    clearTimeout(timer)
    tip.remove()
  }
}

function buttonOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(NAMED) : null
}
