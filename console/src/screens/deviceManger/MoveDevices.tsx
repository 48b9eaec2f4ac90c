import { useQueryClient } from '@tanstack/react-query'
import type { DeviceItem } from '@vedette/contract/calls/device'
import { batchChangeGroup } from '@vedette/contract/calls/device-edit'
import type { GroupNode } from '@vedette/contract/calls/group'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { listed } from '../../ui/listed.ts'
import { say } from '../../ui/toasts.ts'
import { wayBack } from '../../wire/put-back.ts'
import { ask } from '../../wire/send.ts'
import { RegionField } from './DeviceFields.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { refreshDevices } from './queries.ts'

interface Props {
  devices: readonly DeviceItem[]
  forest: readonly GroupNode[]
  onMoved: () => void
  onClose: () => void
}

export function MoveDevices({ devices, forest, onMoved, onClose }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [gid, setGid] = useState<string>()
  const move = async (close: () => void): Promise<void> => {
    if (gid === undefined) return setFaults({ GID: t('devices.regionRequired') })
    const isMoved = await attempt(['GID'], async () => {
      const { Changed } = await ask(batchChangeGroup, { DIDs: devices.map(({ DID }) => DID), GID: gid })
      const back = wayBack(devices)
      const undo = back && {
        label: t('ui.undo'),
        run: () => void back().then(() => refreshDevices(client)),
      }
      say('success', t('devices.moved', { count: Changed }), undo)
    })
    await refreshDevices(client)
    if (!isMoved) return
    onMoved()
    close()
  }
  return (
    <Dialog title={t('devices.moveTitle', { count: devices.length })} onClose={onClose}>
      {(close) => (
        <div className="dialog-form" aria-busy={isBusy}>
          <p>
            {t('devices.moveText', {
              names: listed(
                t,
                devices.map(({ DevName }) => DevName),
              ),
            })}
          </p>
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
