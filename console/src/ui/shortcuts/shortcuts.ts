/** The page's shortcuts: one registry for the keys, the tooltips, the sheet that `?` opens, and the palette. */
import { useEffect, useRef } from 'react'

import { actsInFields, isPressed } from './key-combination.ts'

export interface Shortcut {
  /** Any of these, as key-combination.ts reads them; none where only the palette offers it. */
  keys: readonly string[]
  label: string
  /** Its heading on the sheet. */
  group: string
  /** The palette offers it too, and remembers it by this word. */
  command?: string
  /** While it answers false the key is the browser's. */
  isEnabled?: () => boolean
  run: () => void
}

/** What has no key: the palette alone offers it. */
export type Command = Omit<Shortcut, 'keys' | 'command'> & { command: string }

export function offered(commands: readonly Command[]): Shortcut[] {
  return commands.map((command) => ({ keys: [], ...command }))
}

/** A key as the sheet names it. */
export type NamedKeys = Pick<Shortcut, 'keys' | 'label' | 'group'>

type Layer = () => readonly Shortcut[]

const layers = new Set<Layer>()
const ownKeys = new Set<readonly NamedKeys[]>()

/** The shortcuts act while the component is there. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const newest = useRef(shortcuts)
  useEffect(() => {
    newest.current = shortcuts
  })
  useEffect(() => {
    const layer: Layer = () => newest.current
    if (layers.size === 0) addEventListener('keydown', act)
    layers.add(layer)
    return () => {
      layers.delete(layer)
      if (layers.size === 0) removeEventListener('keydown', act)
    }
  }, [])
}

/** Keys that an element acts upon itself while it has the focus: they stand on the sheet for as long as it is there. */
export function useOwnKeys(keys: readonly NamedKeys[]): void {
  useEffect(() => {
    ownKeys.add(keys)
    return () => void ownKeys.delete(keys)
  }, [keys])
}

/** What the sheet names. */
export function namedKeys(): NamedKeys[] {
  return [...allShortcuts().filter(({ keys }) => keys.length > 0), ...[...ownKeys].flat()]
}

/** What the palette offers: as a key it would act now. */
export function offeredCommands(): Shortcut[] {
  return allShortcuts().filter(({ command, isEnabled }) => command !== undefined && isEnabled?.() !== false)
}

function allShortcuts(): Shortcut[] {
  return [...layers].flatMap((layer) => layer())
}

function act(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isForLayer(event)) return
  const isTaken = isForElement(event)
  const isMeant = (key: string): boolean => isPressed(key, event) && (!isTaken || actsInFields(key))
  const shortcut = allShortcuts().find(({ keys, isEnabled }) => keys.some(isMeant) && isEnabled?.() !== false)
  if (!shortcut) return
  event.preventDefault()
  shortcut.run()
}

/** Whether what has the focus makes something of the key itself. */
function isForElement({ target, key, altKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.matches('input, textarea, select, [contenteditable]')) return true
  if (target.closest('[role="tree"]')) return !altKey && key !== '?'
  return (key === 'Enter' || key === ' ') && target.closest('button, a, summary') !== null
}

/** Whether a dialog covers the page, or the key closes what lies above it. */
function isForLayer({ key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog:modal')) return true
  return key === 'Escape' && document.querySelector('[popover=auto]:popover-open') !== null
}
