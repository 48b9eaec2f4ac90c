import { useQueryClient } from '@tanstack/react-query'
import type { DeviceItem } from '@vedette/contract/calls/device'
import {
  batchChangeGroup,
  modifiedDeviceLatAndLng,
  updateDeviceAlias,
  updateDeviceLicense,
  updateDeviceName,
} from '@vedette/contract/calls/device-edit'
import type { GroupNode } from '@vedette/contract/calls/group'
import { deviceTypeOf, type DeviceType } from '@vedette/contract/devices'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { PlaceField } from '../../map/PlaceField.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { say } from '../../ui/toasts.ts'
import { ask } from '../../wire/send.ts'
import { COLUMN_HEADS } from './columns.tsx'
import { DeviceAddress } from './DeviceAddress.tsx'
import { placeFault, placeText, pointOf } from './device-place.ts'
import { DeviceFields, type DeviceValue, missingOf } from './DeviceFields.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { refreshDevices } from './queries.ts'

interface Props {
  device: DeviceItem
  forest: readonly GroupNode[]
  onClose: () => void
}

/** Name, alias, licence, region and place of one device; address and login by themselves, since they are asked of the device. */
export function EditDevice({ device, forest, onClose }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [value, setValue] = useState<DeviceValue<DeviceType>>({
    name: device.DevName,
    type: deviceTypeOf(device.DevType),
    gid: device.GID || undefined,
  })
  const [alias, setAlias] = useState(device.Alias)
  const [license, setLicense] = useState(device.License)
  const [place, setPlace] = useState(placeText(device))

  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    const point = pointOf(place)
    if (!point) return setFaults(placeFault(t, place))
    const { DID } = device
    const { name, gid: GID } = value
    const missing = missingOf(t, { DevName: name }, GID)
    if (GID === undefined || Object.keys(missing).length > 0) return setFaults(missing)
    const isSaved = await attempt(['DevName', 'Alias', 'License', 'GID', 'Lng'], async () => {
      if (name !== device.DevName) await ask(updateDeviceName, { DID, DevName: name })
      if (alias !== device.Alias) await ask(updateDeviceAlias, { DID, Alias: alias })
      if (license !== device.License) await ask(updateDeviceLicense, { DID, License: license })
      if (place !== placeText(device)) await ask(modifiedDeviceLatAndLng, { DID, ...point })
      if (GID !== device.GID) await ask(batchChangeGroup, { DIDs: [DID], GID })
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
        <>
          <form
            className="dialog-form"
            noValidate
            aria-busy={isBusy}
            onSubmit={(event) => void save(event, close)}
          >
            <DeviceFields value={value} onChange={setValue} types={[]} forest={forest} faults={faults}>
              <TextField
                label={t('devices.alias')}
                maxLength={50}
                value={alias}
                onType={setAlias}
                fault={faults['Alias']}
              />
              <TextField
                label={t(COLUMN_HEADS.license)}
                maxLength={64}
                value={license}
                onType={setLicense}
                fault={faults['License']}
              />
            </DeviceFields>
            <PlaceField
              label={t('devices.coordinates')}
              title={t('map.updateOf', { name: device.DevName })}
              hint={t('devices.coordinatesHint')}
              value={place}
              onChange={setPlace}
              fault={faults['Lng']}
            />
            <FormEnd fault={faults['']} isBusy={isBusy} submit={t('ui.save')} onCancel={close} />
          </form>
          {device.Driver !== 'mqtt' && <DeviceAddress device={device} onSaved={close} />}
        </>
      )}
    </Dialog>
  )
}
