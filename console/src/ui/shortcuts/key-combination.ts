/** Keys as they are written in the registry: `Alt+1`, `Shift+ArrowLeft`, `Delete`, `m`, `?`, and `Mod+k`, which is Command on a Mac and Ctrl elsewhere. */

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
  ' ': 'Space',
}

const IS_MAC = globalThis.navigator?.platform?.startsWith('Mac') ?? false

export function isPressed(combination: string, event: Pressed, isMac = IS_MAC): boolean {
  const { modifiers, key } = partsOf(combination)
  const isMod = modifiers.includes('Mod')
  if (event.ctrlKey !== (isMod && !isMac) || event.metaKey !== (isMod && isMac)) return false
  if (event.altKey !== modifiers.includes('Alt')) return false
  // With Alt a layout may make another sign of a digit, so that only its place tells it.
  if (/^\d$/.test(key))
    return !event.shiftKey && (event.code === `Digit${key}` || event.code === `Numpad${key}`)
  // Whether a sign needs Shift is the layout's own affair.
  if (/^[^a-z]$/i.test(key)) return event.key === key
  if (event.shiftKey !== modifiers.includes('Shift')) return false
  // A layout of another script has the letter's place, and no such letter.
  if (isMod && event.code === `Key${key.toUpperCase()}` && !/^[a-z]$/i.test(event.key)) return true
  return event.key.toLowerCase() === key.toLowerCase()
}

/** Whether it acts in a field as well, where letters alone are typed. */
export function actsInFields(combination: string): boolean {
  return partsOf(combination).modifiers.includes('Mod')
}

/** The keys as they are printed. */
export function keyTexts(combination: string, isMac = IS_MAC): string[] {
  const { modifiers, key } = partsOf(combination)
  const printed = modifiers.map((it) => (it === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : it))
  return [...printed, SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key)]
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
