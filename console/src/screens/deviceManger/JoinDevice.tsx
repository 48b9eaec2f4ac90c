import '../../ui/device-setup.css'

import { useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { genBindCode, joinGroup } from '@vedette/contract/calls/gateway'
import type { GroupNode } from '@vedette/contract/calls/group'
import { devTypeNumber } from '@vedette/contract/devices'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Choice } from '../../ui/Choice.tsx'
import { TextField } from '../../ui/Field.tsx'
import { say } from '../../ui/toasts.ts'
import { ask } from '../../wire/send.ts'
import { DeviceFields, type DeviceValue, firstRegion, FormEnd, missingOf } from './DeviceFields.tsx'
import { useFormFaults } from './form-faults.ts'
import { GATEWAY_TYPES } from './gateways/AddGateway.tsx'
import { refreshDevices } from './queries.ts'

const MEANS = ['license', 'bindCode'] as const
const FIELDS = ['DID', 'License', 'BindCode', 'DevName', 'GID', 'DevType']

interface Props {
  forest: readonly GroupNode[]
  /** The region that is chosen in the tree. */
  gid: string
  onAdded: () => void
}

/** Adds a device that connected to the platform by itself, or that another company released. */
export function JoinDevice({ forest, gid, onAdded }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [means, setMeans] = useState<(typeof MEANS)[number]>('license')
  const [did, setDid] = useState('')
  const [license, setLicense] = useState('')
  const [code, setCode] = useState('')
  const [issued, setIssued] = useState<ReplyOf<typeof genBindCode>>()
  const [device, setDevice] = useState<DeviceValue<(typeof GATEWAY_TYPES)[number]>>({
    name: '',
    type: 'iotGate',
    gid: firstRegion(gid, forest),
  })

  const by: Record<string, string> =
    means === 'license'
      ? { DID: did.trim().toUpperCase(), License: license.trim() }
      : { BindCode: code.trim() }

  const issue = (): Promise<boolean> =>
    attempt(FIELDS, async () => {
      const made = await ask(genBindCode, {})
      setIssued(made)
      setCode(made.BindCode)
    })

  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const { name, type, gid: GID } = device
    const missing = missingOf(t, { ...by, DevName: name }, GID)
    if (GID === undefined || Object.keys(missing).length > 0) return setFaults(missing)
    const isAdded = await attempt(FIELDS, async () => {
      await ask(joinGroup, { ...by, GID, DevName: name.trim(), DevType: devTypeNumber(type) })
      say('success', t('devices.addedOne', { name: name.trim() }))
    })
    if (!isAdded) return
    await refreshDevices(client)
    onAdded()
  }

  return (
    <form className="dialog-form" noValidate aria-busy={isBusy} onSubmit={(event) => void add(event)}>
      <p>{t('devices.joinText')}</p>
      <Choice
        label={t('devices.joinBy')}
        options={MEANS.map((value) => ({ value, label: t(`devices.joinBy_${value}`) }))}
        value={means}
        onChoose={setMeans}
      />
      {means === 'license' ? (
        <>
          <TextField
            label={t('devices.did')}
            isRequired
            maxLength={32}
            value={did}
            onType={setDid}
            fault={faults['DID']}
          />
          <TextField
            label={t('devices.license')}
            isRequired
            maxLength={64}
            value={license}
            onType={setLicense}
            fault={faults['License']}
          />
        </>
      ) : (
        <>
          <button type="button" className="button" disabled={isBusy} onClick={() => void issue()}>
            {t('devices.makeBindCode')}
          </button>
          {issued && (
            <>
              <dl className="device-setup">
                <div>
                  <dt>{t('devices.bindCode')}</dt>
                  <dd>
                    <code>{issued.BindCode}</code>
                  </dd>
                </div>
                <div>
                  <dt>{t('deviceConf.setupPort')}</dt>
                  <dd>
                    <code>{issued.Port}</code>
                  </dd>
                </div>
              </dl>
              <p>{t('devices.bindCodeText')}</p>
            </>
          )}
          <TextField
            label={t('devices.bindCode')}
            isRequired
            maxLength={64}
            value={code}
            onType={setCode}
            fault={faults['BindCode']}
          />
        </>
      )}
      <DeviceFields
        value={device}
        onChange={setDevice}
        types={GATEWAY_TYPES}
        forest={forest}
        faults={faults}
      />
      <FormEnd faults={faults} isBusy={isBusy} submit={t('devices.addNow')} />
    </form>
  )
}
