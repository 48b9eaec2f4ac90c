import { useQueryClient } from '@tanstack/react-query'
import { addGateway, type GatewaySetup } from '@vedette/contract/calls/gateway'
import type { GroupNode } from '@vedette/contract/calls/group'
import { devTypeNumber } from '@vedette/contract/devices'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { DeviceSetup } from '../../../ui/DeviceSetup.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { ask } from '../../../wire/send.ts'
import { DeviceFields, type DeviceValue, firstRegion, missingOf } from '../DeviceFields.tsx'
import { useFormFaults } from '../form-faults.ts'
import { refreshDevices } from '../queries.ts'

export const GATEWAY_TYPES = ['iotGate', 'barcodeGun'] as const
const FIELDS = ['DID', 'License', 'DevName', 'GID', 'DevType']

interface Props {
  forest: readonly GroupNode[]
  gid: string
  onClose: () => void
}

/** A device that will connect by itself, by what stands on its box. */
export function AddGateway({ forest, gid, onClose }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [did, setDid] = useState('')
  const [license, setLicense] = useState('')
  const [device, setDevice] = useState<DeviceValue<(typeof GATEWAY_TYPES)[number]>>({
    name: '',
    type: 'iotGate',
    gid: firstRegion(gid, forest),
  })
  const [setup, setSetup] = useState<GatewaySetup>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { name, type, gid: GID } = device
    const missing = missingOf(t, { DID: did, DevName: name }, GID)
    if (GID === undefined || Object.keys(missing).length > 0) return setFaults(missing)
    const isAdded = await attempt(FIELDS, async () => {
      const body = {
        DID: did.trim().toUpperCase(),
        GID,
        DevName: name.trim(),
        DevType: devTypeNumber(type),
        ...(license.trim() ? { License: license.trim() } : {}),
      }
      setSetup(await ask(addGateway, body))
    })
    if (isAdded) await refreshDevices(client)
  }
  return (
    <Dialog title={t(setup ? 'gateways.added' : 'gateways.add')} kind="drawer" onClose={onClose}>
      {(close) =>
        setup ? (
          <div className="dialog-form">
            <DeviceSetup setup={setup} />
            <div className="dialog-actions">
              <button type="button" className="button button-primary" onClick={close}>
                {t('app.close')}
              </button>
            </div>
          </div>
        ) : (
          <form
            className="dialog-form"
            noValidate
            aria-busy={isBusy}
            onSubmit={(event) => void submit(event)}
          >
            <TextField
              label={t('gateways.did')}
              hint={t('gateways.didHint')}
              isRequired
              maxLength={32}
              value={did}
              fault={faults['DID']}
              onType={setDid}
            />
            <TextField
              label={t('gateways.license')}
              hint={t('gateways.licenseHint')}
              maxLength={64}
              value={license}
              fault={faults['License']}
              onType={setLicense}
            />
            <DeviceFields
              value={device}
              onChange={setDevice}
              types={GATEWAY_TYPES}
              forest={forest}
              faults={faults}
            />
            <FormEnd fault={faults['']} isBusy={isBusy} submit={t('devices.addNow')} onCancel={close} />
          </form>
        )
      }
    </Dialog>
  )
}
