import type { GroupNode } from '@vedette/contract/calls/group'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AddByAddress } from './AddByAddress.tsx'

interface Props {
  forest: readonly GroupNode[]
  gid: string
  onClose: () => void
}

export function AddDevice({ forest, gid, onClose }: Props): ReactNode {
  const t = useT()
  return (
    <Dialog title={t('devices.add')} kind="drawer" onClose={onClose}>
      {(close) => <AddByAddress forest={forest} gid={gid} onAdded={close} />}
    </Dialog>
  )
}
