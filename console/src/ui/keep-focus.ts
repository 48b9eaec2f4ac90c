import { pathInAddress } from './path-in-address.ts'

const ROWS = 'li, tr, [role="row"], [role="listitem"], .tile'
const FOCUSABLE = 'a[href], summary, [tabindex="0"], :is(button, input, select, textarea):enabled'
/** A button, all fields of the form that it opens, what comes in place of the form, and what was before them. */
const PLACES_KEPT = 32

/** Where the focus was. */
interface Place {
  element: HTMLElement
  /** The page that it was on. */
  path: string
  /** The rows of its list as they were then, and which of them was its own. */
  rows: readonly Element[]
  at: number
  list: Element | null
}

/** The row that takes the place of one that is gone: the next that is still there, else the one before. */
export function neighbourOf<Row>(
  rows: readonly Row[],
  at: number,
  isThere: (row: Row) => boolean,
): Row | undefined {
  return rows.slice(at + 1).find(isThere) ?? rows.slice(0, at).findLast(isThere)
}

/**
 * What has the focus may go away: a row is deleted, or a bar hidden, while the question about it was open. The browser then begins at the
 * top of the page again. This puts the focus on the row that has moved up, or back to where it came from. Returns how to end it.
 */
export function keepFocus(): () => void {
  const ended = new AbortController()
  let places: Place[] = []
  let isWaiting = false

  const look = (isHidden: boolean): void => {
    const newest = places.at(-1)
    if (!newest) return
    if (newest.element.matches(':disabled')) {
      // While something is sent; it has the focus again when that is done. The browser takes it away a moment later.
      isWaiting = newest.element.isConnected
      if (isWaiting) return
    }
    const focused = document.activeElement ?? document.body
    if (focused !== document.body && !(isHidden && !isUsable(focused))) return
    if (isUsable(newest.element)) {
      if (isWaiting) newest.element.focus()
      return
    }
    const path = pathInAddress()
    places = places.filter((it) => it.path === path)
    // Each of them is heard of as a new place.
    for (const place of places.toReversed()) {
      const next = isUsable(place.element) ? place.element : inNeighbour(place)
      next?.focus()
      if (next && document.activeElement === next) return
    }
    // Another page: its own controls come next, not those of the header.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }

  // What is hidden keeps the focus until the page is drawn, and nothing is heard of its end.
  const observer = new MutationObserver((changes) => look(changes.some(({ type }) => type === 'attributes')))
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden', 'open'],
  })
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      isWaiting = false
      const row = target.closest(ROWS)
      const list = row?.parentElement ?? null
      const rows = [...(list?.children ?? [])]
      const at = row ? rows.indexOf(row) : -1
      const others = places.filter(({ element }) => element !== target).slice(1 - PLACES_KEPT)
      places = [...others, { element: target, path: pathInAddress(), rows, at, list }]
    },
    { signal: ended.signal },
  )
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      // A press on nothing takes the focus away on purpose.
      if (target instanceof Element && !target.closest(`${FOCUSABLE}, label, [tabindex]`)) places = []
    },
    { capture: true, signal: ended.signal },
  )
  return () => {
    observer.disconnect()
    ended.abort()
  }
}

function isUsable(element: Element): boolean {
  return element.checkVisibility() && !element.matches(':disabled') && !element.closest('[inert]')
}

function inNeighbour({ element, rows, at, list }: Place): HTMLElement | undefined {
  if (!list?.isConnected) return undefined
  const isThere = (row: Element | undefined): boolean => row?.parentElement === list
  const row = isThere(rows[at])
    ? rows[at]
    : (neighbourOf(rows, at, isThere) ?? list.children[at] ?? list.lastElementChild)
  if (!row) return undefined
  // A window of the wall has the focus itself.
  const controls = [row, ...row.querySelectorAll(FOCUSABLE)].filter(
    (it): it is HTMLElement => it instanceof HTMLElement && it.matches(`${FOCUSABLE}, .tile`) && isUsable(it),
  )
  // A tick follows a tick, a menu a menu.
  return (
    controls.find((it) => it.tagName === element.tagName && it.className === element.className) ?? controls[0]
  )
}
