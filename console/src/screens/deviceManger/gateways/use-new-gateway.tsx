import { useQueryClient } from '@tanstack/react-query'
import type { GroupNode } from '@vedette/contract/calls/group'
import { devTypeNumber } from '@vedette/contract/devices'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useCan } from '../../../app/session.ts'
import { useT } from '../../../i18n/language.ts'
import { TextField } from '../../../ui/Field.tsx'
import { variants } from '../../../wire/settings.ts'
import { placeFault, putInPlace } from '../device-place.ts'
import { DeviceFields, type DeviceValue, firstRegion, missingOf } from '../DeviceFields.tsx'
import { type Faults, useFormFaults } from '../../../ui/use-form-faults.ts'
import { refreshDevices } from '../queries.ts'

const GATEWAY_TYPES = ['iotGate', 'barcodeGun'] as const
/** What every form about such a device asks, by the body's names. */
const OWN_FIELDS = ['Ctei', 'DevName', 'GID', 'DevType']
const isTelecom = variants.includes('telecom')

export interface NewGatewayBody {
  Ctei?: string
  GID: string
  DevName: string
  DevType: number
}

interface NewGateway {
  faults: Faults
  isBusy: boolean
  attempt: (work: () => Promise<void>) => Promise<boolean>
  /** Its CTEI where it has one, name, type and region. */
  fields: ReactNode
  /** Sends the form unless one of these texts, or what the fields ask, is missing; returns whether the device was added. */
  add: (
    event: FormEvent,
    needed: Readonly<Record<string, string>>,
    /** Resolves to the DID. */
    send: (body: NewGatewayBody) => Promise<string>,
  ) => Promise<boolean>
}

/** A form that adds a gateway or a gun, in the region that is chosen in the tree; `fields` are those it has besides. */
export function useNewGateway(
  forest: readonly GroupNode[],
  gid: string,
  fields: readonly string[],
): NewGateway {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [device, setDevice] = useState<DeviceValue<(typeof GATEWAY_TYPES)[number]>>({
    name: '',
    type: 'iotGate',
    gid: firstRegion(gid, forest),
  })
  const mayPlace = useCan('deviceManger', 'edit')
  const [where, setWhere] = useState('')
  const [ctei, setCtei] = useState('')
  const attemptHere: NewGateway['attempt'] = (work) => attempt([...fields, ...OWN_FIELDS], work)
  const add: NewGateway['add'] = async (event, needed, send) => {
    event.preventDefault()
    const { name, type, gid: GID } = device
    const missing = { ...missingOf(t, { ...needed, DevName: name }, GID), ...placeFault(t, where) }
    if (GID === undefined || Object.keys(missing).length > 0) {
      setFaults(missing)
      return false
    }
    const about = { GID, DevName: name.trim(), DevType: devTypeNumber(type) }
    const body = ctei === '' ? about : { ...about, Ctei: ctei }
    const isAdded = await attemptHere(async () => putInPlace(await send(body), where))
    if (isAdded) await refreshDevices(client)
    return isAdded
  }
  const place = mayPlace ? { value: where, onChange: setWhere } : undefined
  const shown = { value: device, onChange: setDevice, types: GATEWAY_TYPES, forest, faults, place }
  const shownFields = (
    <>
      {isTelecom && (
        <TextField
          label={t('devices.ctei')}
          maxLength={64}
          value={ctei}
          onType={setCtei}
          fault={faults['Ctei']}
        />
      )}
      <DeviceFields {...shown} />
    </>
  )
  return { faults, isBusy, attempt: attemptHere, fields: shownFields, add }
}
