import '../../ui/device-setup.css'

import { useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { genBindCode, joinGroup } from '@vedette/contract/calls/gateway'
import type { GroupNode } from '@vedette/contract/calls/group'
import { devTypeNumber } from '@vedette/contract/devices'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Choice } from '../../ui/Choice.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { say } from '../../ui/toasts.ts'
import { regionNodes } from '../../ui/tree/region-nodes.ts'
import { TreeSelect } from '../../ui/tree/TreeSelect.tsx'
import { ask } from '../../wire/send.ts'
import { useFormFaults } from './form-faults.ts'
import { refreshDevices } from './queries.ts'

const TYPES = ['iotGate', 'barcodeGun'] as const
const MEANS = ['license', 'bindCode'] as const
const FIELDS = ['DID', 'License', 'BindCode', 'DevName', 'GID', 'DevType']

interface Props {
  forest: readonly GroupNode[]
  /** The region that is chosen in the tree. */
  gid: string
  onAdded: () => void
}

/** Adds a device that connected to the platform by itself, or that another company released. */
export function JoinDevice({ forest, gid: startGid, onAdded }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [means, setMeans] = useState<(typeof MEANS)[number]>('license')
  const [did, setDid] = useState('')
  const [license, setLicense] = useState('')
  const [code, setCode] = useState('')
  const [issued, setIssued] = useState<ReplyOf<typeof genBindCode>>()
  const [name, setName] = useState('')
  const [type, setType] = useState<(typeof TYPES)[number]>('iotGate')
  const [gid, setGid] = useState(startGid || undefined)

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
    const typed = Object.entries({ ...by, DevName: name.trim() })
    const missing = typed.filter(([, value]) => value === '').map(([field]) => [field, t('devices.required')])
    if (gid === undefined) missing.push(['GID', t('devices.regionRequired')])
    if (gid === undefined || missing.length > 0) return setFaults(Object.fromEntries(missing))
    const isAdded = await attempt(FIELDS, async () => {
      await ask(joinGroup, { ...by, GID: gid, DevName: name.trim(), DevType: devTypeNumber(type) })
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
      <TextField
        label={t('devices.name')}
        isRequired
        maxLength={50}
        value={name}
        onType={setName}
        fault={faults['DevName']}
      />
      <SelectField
        label={t('devices.type')}
        value={type}
        options={TYPES.map((value) => ({ value, label: t(`devices.${value}`) }))}
        onChoose={setType}
        fault={faults['DevType']}
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
      <p className="fault" role="alert">
        {faults['']}
      </p>
      <div className="dialog-actions">
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t('devices.addNow')}
        </button>
      </div>
    </form>
  )
}
