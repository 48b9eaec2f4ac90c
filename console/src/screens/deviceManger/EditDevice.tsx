import { useQueryClient } from '@tanstack/react-query'
import type { DeviceItem } from '@vedette/contract/calls/device'
import {
  batchChangeGroup,
  modifiedDeviceLatAndLng,
  updateDeviceAlias,
  updateDeviceName,
} from '@vedette/contract/calls/device-edit'
import type { GroupNode } from '@vedette/contract/calls/group'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { say } from '../../ui/toasts.ts'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../ui/tree/TreeSelect.tsx'
import { ask } from '../../wire/send.ts'
import { useFormFaults } from './form-faults.ts'
import { refreshDevices } from './queries.ts'

interface Props {
  device: DeviceItem
  forest: readonly GroupNode[]
  onClose: () => void
}

/** Name, alias, region and place of one device. */
export function EditDevice({ device, forest, onClose }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [name, setName] = useState(device.DevName)
  const [alias, setAlias] = useState(device.Alias)
  const [gid, setGid] = useState(device.GID)
  const [place, setPlace] = useState(placeText(device))

  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    const point = pointOf(place)
    if (!point) return setFaults({ Lng: t('devices.coordinatesFault') })
    const { DID } = device
    const isSaved = await attempt(['DevName', 'Alias', 'GID', 'Lng'], async () => {
      if (name !== device.DevName) await ask(updateDeviceName, { DID, DevName: name })
      if (alias !== device.Alias) await ask(updateDeviceAlias, { DID, Alias: alias })
      if (place !== placeText(device)) await ask(modifiedDeviceLatAndLng, { DID, ...point })
      if (gid !== device.GID) await ask(batchChangeGroup, { DIDs: [DID], GID: gid })
    })
    // What was saved before something was refused is saved.
    await refreshDevices(client)
    if (!isSaved) return
    say('success', t('devices.saved'))
    close()
  }

  return (
    <Dialog title={t('devices.editOf', { name: device.DevName })} kind="drawer" onClose={onClose}>
      {(close) => (
        <form className="dialog-form" aria-busy={isBusy} onSubmit={(event) => void save(event, close)}>
          <TextField
            label={t('devices.name')}
            isRequired
            maxLength={50}
            value={name}
            onType={setName}
            fault={faults['DevName']}
          />
          <TextField
            label={t('devices.alias')}
            maxLength={50}
            value={alias}
            onType={setAlias}
            fault={faults['Alias']}
          />
          <TreeSelect
            label={t('devices.region')}
            isRequired
            nodes={regionNodes(forest)}
            emptyText={t('devices.noRegions')}
            value={gid}
            onChoose={setGid}
            fault={faults['GID']}
          />
          <TextField
            label={t('devices.coordinates')}
            hint={t('devices.coordinatesHint')}
            value={place}
            onType={setPlace}
            fault={faults['Lng']}
          />
          <p className="fault" role="alert">
            {faults['']}
          </p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={close}>
              {t('ui.cancel')}
            </button>
            <button type="submit" className="button button-primary" disabled={isBusy}>
              {t('ui.save')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}

function placeText({ Lng, Lat }: DeviceItem): string {
  return Lng === null || Lat === null ? '' : `${Lng},${Lat}`
}

/** Undefined for what is no place. */
function pointOf(text: string): { Lng: number | null; Lat: number | null } | undefined {
  if (text.trim() === '') return { Lng: null, Lat: null }
  const [, lng, lat] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? []
  const [Lng, Lat] = [Number(lng), Number(lat)]
  return Math.abs(Lng) <= 180 && Math.abs(Lat) <= 90 ? { Lng, Lat } : undefined
}
