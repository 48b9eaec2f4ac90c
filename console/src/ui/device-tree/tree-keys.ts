/** Where the keyboard leads in a tree: WAI-ARIA Authoring Practices, "Tree View". */
import type { Translate } from '../../i18n/language.ts'
import type { NamedKeys } from '../shortcuts/shortcuts.ts'

/** The keys as the sheet of shortcuts lists them. */
export function treeKeys(t: Translate): NamedKeys[] {
  const named = (label: string, ...keys: string[]): NamedKeys => ({ keys, label, group: t('live.devices') })
  return [
    named(t('live.treePlay'), 'Enter'),
    named(t('live.treePlayAll'), 'Shift+Enter'),
    named(t('live.treeChoose'), 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'),
    named(t('live.treeOpen'), 'ArrowRight', 'ArrowLeft'),
    named(t('live.treeSearch'), 'A–Z'),
  ]
}

export interface TreePlace {
  /** Index into the visible rows. */
  index: number
  count: number
  /** How many rows fit on the screen. */
  page: number
}

/** The row that a key moves to, undefined for a key that moves nowhere. */
export function movedIndex(key: string, { index, count, page }: TreePlace): number | undefined {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return Math.max(0, index - 1)
    case 'PageDown':
      return Math.min(last, index + page)
    case 'PageUp':
      return Math.max(0, index - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/** Whether the key types something that a name may hold, so that the search takes it; `?` opens the sheet of shortcuts. */
export function isTyping(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return /^[^\s?]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey
}
