/** The keys that go through the list of alarms and say what is done about them. */
import type { EventItem } from '@vedette/contract/calls/event'
import type { AlarmState } from '@vedette/contract/events'

import { ACTIONS } from '../../app/alarms/AlarmHandling.tsx'
import type { Translate } from '../../i18n/language.ts'
import type { Shortcut } from '../../ui/shortcuts/shortcuts.ts'

interface List {
  alarms: readonly EventItem[]
  /** The ticked ones; none: the one that has the focus. */
  chosen: readonly EventItem[]
  handle: (alarms: readonly EventItem[], state: AlarmState) => void
  toggle: (id: string) => void
  view: (id: string) => void
  /** Undefined where the person may not. */
  remove: ((alarms: readonly EventItem[]) => void) | undefined
}

/** The alarm whose card or row has the focus. */
function focused(): string {
  const at = document.activeElement
  const place = at?.closest('[data-eid]') ?? at?.closest('tr')?.querySelector('[data-eid]')
  return place instanceof HTMLElement ? (place.dataset['eid'] ?? '') : ''
}

export function focusAlarm(id: string): void {
  const place = document.querySelector(`[data-eid="${CSS.escape(id)}"]`)
  const button = place instanceof HTMLButtonElement ? place : place?.querySelector('button')
  button?.focus()
  button?.scrollIntoView({ block: 'nearest' })
}

export function triageKeys(t: Translate, { alarms, chosen, handle, toggle, view, remove }: List): Shortcut[] {
  const group = t('alarms.keysGroup')
  const current = (): EventItem | undefined => {
    const id = focused()
    return alarms.find(({ CloudEid }) => CloudEid === id)
  }
  const meant = (): readonly EventItem[] => {
    if (chosen.length > 0) return chosen
    const one = current()
    return one ? [one] : []
  }
  const step = (by: 1 | -1) => () => {
    const id = focused()
    const at = alarms.findIndex(({ CloudEid }) => CloudEid === id)
    const next = alarms[at === -1 ? 0 : at + by]
    if (next) focusAlarm(next.CloudEid)
  }
  const hasSome = (): boolean => meant().length > 0
  return [
    { group, keys: ['j', 'ArrowDown'], label: t('alarms.keyNext'), run: step(1) },
    { group, keys: ['k', 'ArrowUp'], label: t('alarms.keyPrevious'), run: step(-1) },
    {
      group,
      keys: ['v'],
      label: t('alarms.keyView'),
      isEnabled: () => current() !== undefined,
      run: () => view(focused()),
    },
    {
      group,
      keys: ['x'],
      label: t('alarms.keySelect'),
      isEnabled: () => current() !== undefined,
      run: () => toggle(focused()),
    },
    ...ACTIONS.map(({ state, key, label }) => ({
      group,
      keys: [key],
      label: t(label),
      isEnabled: hasSome,
      run: () => handle(meant(), state),
    })),
    ...(remove
      ? [
          {
            group,
            keys: ['Delete'],
            label: t('alarms.delete'),
            isEnabled: hasSome,
            run: () => remove(meant()),
          },
        ]
      : []),
  ]
}
