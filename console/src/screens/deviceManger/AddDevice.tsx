import type { GroupNode } from '@vedette/contract/calls/group'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AddByAddress } from './AddByAddress.tsx'
import { AddFromNetwork } from './AddFromNetwork.tsx'
import { ImportDevices } from './ImportDevices.tsx'
import { JoinDevice } from './JoinDevice.tsx'

interface Props {
  forest: readonly GroupNode[]
  gid: string
  onClose: () => void
}

type Way = 'address' | 'network' | 'join' | 'batch'

/** Every way of adding devices. */
export function AddDevice({ forest, gid, onClose }: Props): ReactNode {
  const t = useT()
  const [way, setWay] = useState<Way>('address')
  // What it adds goes on while another tab is looked at.
  const [wasSearched, setSearched] = useState(false)
  const tabs = [
    { key: 'address', label: t('devices.byAddress') },
    { key: 'network', label: t('devices.onNetwork') },
    { key: 'join', label: t('devices.byLicense') },
    { key: 'batch', label: t('devices.inBatch') },
  ] as const
  const choose = (next: Way): void => {
    setWay(next)
    if (next === 'network') setSearched(true)
  }
  return (
    <Dialog title={t('devices.add')} kind="drawer" onClose={onClose}>
      {(close) => (
        <Tabs label={t('devices.add')} tabs={tabs} chosen={way} onChoose={choose}>
          {way === 'address' && <AddByAddress forest={forest} gid={gid} onAdded={close} />}
          {wasSearched && (
            <div hidden={way !== 'network'}>
              <AddFromNetwork forest={forest} gid={gid} />
            </div>
          )}
          {way === 'join' && <JoinDevice forest={forest} gid={gid} onAdded={close} />}
          {way === 'batch' && <ImportDevices forest={forest} gid={gid} onDone={close} />}
        </Tabs>
      )}
    </Dialog>
  )
}
