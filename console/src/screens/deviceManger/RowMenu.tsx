import type { DeviceItem } from '@vedette/contract/calls/device'
import { hasVideo } from '@vedette/contract/devices'
import type { ReactNode } from 'react'

import type { Translate } from '../../i18n/language.ts'
import { useT } from '../../i18n/language.ts'
import { Menu, type MenuAction } from '../../ui/aria/Menu.tsx'

export interface RowRights {
  edit: boolean
  remove: boolean
  watch: boolean
  configure: boolean
  upgrade: boolean
  transfer: boolean
}

export type RowAsk =
  | { kind: 'edit' | 'history'; device: DeviceItem }
  | { kind: 'remove' | 'upgrade'; dids: readonly string[] }

/** What can be done with one device besides watching it. */
export function rowActions(
  t: Translate,
  can: RowRights,
  device: DeviceItem,
  ask: (asked: RowAsk) => void,
): MenuAction[] {
  const dids = [device.DID]
  const offered: (MenuAction & { isOffered: boolean })[] = [
    {
      key: 'edit',
      label: t('devices.edit'),
      isOffered: can.edit,
      run: () => ask({ kind: 'edit', device }),
    },
    {
      key: 'settings',
      label: t('devices.settings'),
      isOffered: can.configure,
      run: () => location.assign(`#/deviceConf/${device.DID}`),
    },
    {
      key: 'history',
      label: t('devices.history'),
      isOffered: true,
      run: () => ask({ kind: 'history', device }),
    },
    {
      key: 'upgrade',
      label: t('upgrades.upgrade'),
      isOffered: can.upgrade && device.Driver !== 'rtsp',
      run: () => ask({ kind: 'upgrade', dids }),
    },
    {
      key: 'transfer',
      label: t('devices.transfer'),
      isOffered: can.transfer,
      run: () => location.assign(transferOf(dids)),
    },
    {
      key: 'remove',
      label: t('devices.remove'),
      isDanger: true,
      isOffered: can.remove,
      run: () => ask({ kind: 'remove', dids }),
    },
  ]
  return offered.filter(({ isOffered }) => isOffered)
}

interface Props {
  device: DeviceItem
  canWatch: boolean
  actions: readonly MenuAction[]
}

/** The end of a row: its main action as a word, and the rest in a menu. */
export function RowMenu({ device, canWatch, actions }: Props): ReactNode {
  const t = useT()
  return (
    <span className="device-actions">
      {canWatch && hasVideo(device.DevType) && (
        <a
          className="device-live"
          href={wallOf(device.DID)}
          aria-label={t('devices.viewOf', { name: device.DevName })}
        >
          {t('devices.view')}
        </a>
      )}
      <Menu label={t('ui.moreFor', { name: device.DevName })} actions={actions} />
    </span>
  )
}

/** This device alone on the live page, whose wall stays as it is. */
export function wallOf(shown: string): string {
  return `#/realTimeVideo?view=${shown}`
}

/** The page where these devices go elsewhere (reading 23). */
export function transferOf(dids: readonly string[]): string {
  return `#/deviceTransfer?${new URLSearchParams({ devices: dids.join(',') })}`
}
