import { addGateway, type GatewaySetup } from '@vedette/contract/calls/gateway'
import type { GroupNode } from '@vedette/contract/calls/group'
import { type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { DeviceSetup } from '../../../ui/DeviceSetup.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { ask } from '../../../wire/send.ts'
import { type NewGatewayBody, useNewGateway } from './use-new-gateway.tsx'

const FIELDS = ['DID', 'License']

interface Props {
  forest: readonly GroupNode[]
  gid: string
  onClose: () => void
}

/** A device that will connect by itself, by what stands on its box. */
export function AddGateway({ forest, gid, onClose }: Props): ReactNode {
  const t = useT()
  const { faults, isBusy, fields, add } = useNewGateway(forest, gid, FIELDS)
  const [did, setDid] = useState('')
  const [license, setLicense] = useState('')
  const [setup, setSetup] = useState<GatewaySetup>()
  const send = async (body: NewGatewayBody): Promise<string> => {
    const License = license.trim()
    const DID = did.trim().toUpperCase()
    setSetup(await ask(addGateway, { DID, ...body, ...(License ? { License } : {}) }))
    return DID
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
            onSubmit={(event) => void add(event, { DID: did }, send)}
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
            {fields}
            <FormEnd fault={faults['']} isBusy={isBusy} submit={t('devices.addNow')} onCancel={close} />
          </form>
        )
      }
    </Dialog>
  )
}
