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
  const tabs = [
    { key: 'address', label: t('devices.byAddress') },
    { key: 'network', label: t('devices.onNetwork') },
    { key: 'join', label: t('devices.byLicense') },
    { key: 'batch', label: t('devices.inBatch') },
  ] as const
  return (
    <Dialog title={t('devices.add')} kind="drawer" onClose={onClose}>
      {(close) => (
        <Tabs label={t('devices.add')} tabs={tabs} chosen={way} onChoose={setWay}>
          {way === 'address' && <AddByAddress forest={forest} gid={gid} onAdded={close} />}
          {way === 'network' && <AddFromNetwork forest={forest} gid={gid} />}
          {way === 'join' && <JoinDevice forest={forest} gid={gid} onAdded={close} />}
          {way === 'batch' && <ImportDevices forest={forest} gid={gid} onDone={close} />}
        </Tabs>
      )}
    </Dialog>
  )
}
