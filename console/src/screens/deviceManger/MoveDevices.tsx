import { useQueryClient } from '@tanstack/react-query'
import { batchChangeGroup } from '@vedette/contract/calls/device-edit'
import type { GroupNode } from '@vedette/contract/calls/group'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { listed } from '../../ui/listed.ts'
import { say } from '../../ui/toasts.ts'
import { ask } from '../../wire/send.ts'
import { RegionField } from './DeviceFields.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { refreshDevices } from './queries.ts'

interface Props {
  dids: readonly string[]
  /** Those that are known: of the pages that were shown. */
  names: readonly string[]
  forest: readonly GroupNode[]
  onMoved: () => void
  onClose: () => void
}

export function MoveDevices({ dids, names, forest, onMoved, onClose }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [gid, setGid] = useState<string>()
  const move = async (close: () => void): Promise<void> => {
    if (gid === undefined) return setFaults({ GID: t('devices.regionRequired') })
    const isMoved = await attempt(['GID'], async () => {
      const { Changed } = await ask(batchChangeGroup, { DIDs: [...dids], GID: gid })
      say('success', t('devices.moved', { count: Changed }))
    })
    await refreshDevices(client)
    if (!isMoved) return
    onMoved()
    close()
  }
  return (
    <Dialog title={t('devices.moveTitle', { count: dids.length })} onClose={onClose}>
      {(close) => (
        <div className="dialog-form" aria-busy={isBusy}>
          <p>{t('devices.moveText', { names: listed(t, names) })}</p>
          <RegionField forest={forest} gid={gid} onChoose={setGid} fault={faults['GID'] ?? faults['']} />
          <div className="dialog-actions">
            <button type="button" className="button" onClick={close}>
              {t('ui.cancel')}
            </button>
            <button
              type="button"
              className="button button-primary"
              disabled={isBusy}
              onClick={() => void move(close)}
            >
              {t('devices.move')}
            </button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
