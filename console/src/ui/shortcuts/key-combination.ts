/** Keys as they are written in the registry: `Alt+1`, `Shift+ArrowLeft`, `Delete`, `m`, `?`. */

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

const SIGNS: Record<string, string> = {
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Backspace: '⌫',
  '-': '−',
}

export function isPressed(combination: string, event: Pressed): boolean {
  const { modifiers, key } = partsOf(combination)
  if (event.ctrlKey || event.metaKey || event.altKey !== modifiers.includes('Alt')) return false
  // With Alt a layout may make another sign of a digit, so that only its place tells it.
  if (/^\d$/.test(key))
    return !event.shiftKey && (event.code === `Digit${key}` || event.code === `Numpad${key}`)
  // Whether a sign needs Shift is the layout's own affair.
  if (/^[^a-z]$/i.test(key)) return event.key === key
  return event.shiftKey === modifiers.includes('Shift') && event.key.toLowerCase() === key.toLowerCase()
}

/** As it is printed on the keys. */
export function keyTexts(combination: string): string[] {
  const { modifiers, key } = partsOf(combination)
  return [...modifiers, SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key)]
}

/** `Full screen (F)` */
export function withKeys(label: string, keys: readonly string[] | undefined): string {
  const [first] = keys ?? []
  return first ? `${label} (${keyTexts(first).join('+')})` : label
}

function partsOf(combination: string): { modifiers: string[]; key: string } {
  const parts = combination === '+' ? ['+'] : combination.split('+')
  return { modifiers: parts.slice(0, -1), key: parts.at(-1) ?? '' }
}
