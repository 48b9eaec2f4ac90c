import { LAYOUTS } from './layouts.ts'

type Pressed = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'code' | 'target'>

/** Alt and a digit choose the layout of so many windows (reading 39), unless the focus is in an input. */
export function layoutForKey({ altKey, ctrlKey, metaKey, code, target }: Pressed): number | undefined {
  if (!altKey || ctrlKey || metaKey || isInput(target)) return undefined
  return LAYOUTS.find(({ windows }) => code === `Digit${windows}` || code === `Numpad${windows}`)?.windows
}

function isInput(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}
