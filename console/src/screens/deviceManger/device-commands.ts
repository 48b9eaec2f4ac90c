/** What can be done from the page as a whole: one object for the button and the palette. */
import type { Translate } from '../../i18n/language.ts'
import type { Command } from '../../ui/shortcuts/shortcuts.ts'

export const ADD = 'add-device'

export function deviceCommands(
  t: Translate,
  can: { add: boolean; upgrade: boolean; upgradeMany: boolean },
  open: (kind: 'add' | 'gateway' | 'upgrades') => void,
): Command[] {
  const group = t('page.deviceManger')
  const upgrades = {
    command: 'upgrades',
    label: t('upgrades.title'),
    group,
    run: () => open('upgrades'),
  }
  const gateway = { command: 'add-gateway', label: t('gateways.add'), group, run: () => open('gateway') }
  const add = { command: ADD, label: t('devices.add'), group, run: () => open('add') }
  return [...(can.upgrade || can.upgradeMany ? [upgrades] : []), ...(can.add ? [gateway, add] : [])]
}
