import { useQueryClient } from '@tanstack/react-query'
import { addGateway, type GatewaySetup } from '@vedette/contract/calls/gateway'
import type { GroupNode } from '@vedette/contract/calls/group'
import { devTypeNumber } from '@vedette/contract/devices'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { DeviceSetup } from '../../../ui/DeviceSetup.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../../ui/Field.tsx'
import { regionNodes } from '../../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../../ui/tree/TreeSelect.tsx'
import { send } from '../../../wire/send.ts'
import { useFormFaults } from '../form-faults.ts'

const TYPES = ['iotGate', 'barcodeGun'] as const
const FIELDS = ['DID', 'License', 'DevName', 'GID']

interface Props {
  forest: readonly GroupNode[]
  gid: string
  onClose: () => void
}

/** A device that will connect by itself, by what stands on its box. */
export function AddGateway({ forest, gid, onClose }: Props): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [type, setType] = useState<(typeof TYPES)[number]>('iotGate')
  const [did, setDid] = useState('')
  const [license, setLicense] = useState('')
  const [name, setName] = useState('')
  const [region, setRegion] = useState(gid || undefined)
  const [setup, setSetup] = useState<GatewaySetup>()
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (region === undefined) return setFaults({ GID: t('gateways.noRegion') })
    if (!did.trim() || !name.trim())
      return setFaults({ [did.trim() ? 'DevName' : 'DID']: t('gateways.missing') })
    const body = {
      DID: did.trim().toUpperCase(),
      GID: region,
      DevName: name.trim(),
      DevType: devTypeNumber(type),
      ...(license.trim() ? { License: license.trim() } : {}),
    }
    await attempt(FIELDS, async () => setSetup(await send(addGateway, body)))
    await queries.invalidateQueries()
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
            <SelectField
              label={t('gateways.type')}
              value={type}
              options={TYPES.map((value) => ({ value, label: t(`gateways.${value}`) }))}
              onChoose={setType}
            />
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
            <TextField
              label={t('gateways.name')}
              isRequired
              maxLength={50}
              value={name}
              fault={faults['DevName']}
              onType={setName}
            />
            <TreeSelect
              label={t('gateways.region')}
              nodes={regionNodes(forest)}
              emptyText={t('gateways.noRegions')}
              value={region}
              onChoose={setRegion}
              fault={faults['GID']}
              isRequired
            />
            <p className="fault" role="alert">
              {faults['']}
            </p>
            <div className="dialog-actions">
              <button type="button" className="button" onClick={close}>
                {t('ui.cancel')}
              </button>
              <button type="submit" className="button button-primary" disabled={isBusy}>
                {t('gateways.save')}
              </button>
            </div>
          </form>
        )
      }
    </Dialog>
  )
}
