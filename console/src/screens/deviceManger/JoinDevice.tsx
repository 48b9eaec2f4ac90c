import type { ReplyOf } from '@vedette/contract/call'
import { genBindCode, joinGroup } from '@vedette/contract/calls/gateway'
import type { GroupNode } from '@vedette/contract/calls/group'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Choice } from '../../ui/Choice.tsx'
import { SetupFacts } from '../../ui/DeviceSetup.tsx'
import { TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { say } from '../../ui/toasts.ts'
import { ask } from '../../wire/send.ts'
import { useNewGateway } from './gateways/use-new-gateway.tsx'

const MEANS = ['license', 'bindCode'] as const
const FIELDS = ['DID', 'License', 'BindCode']

interface Props {
  forest: readonly GroupNode[]
  /** The region that is chosen in the tree. */
  gid: string
  onAdded: () => void
}

/** Adds a device that connected to the platform by itself, or that another company released. */
export function JoinDevice({ forest, gid, onAdded }: Props): ReactNode {
  const t = useT()
  const { faults, isBusy, attempt, fields, add } = useNewGateway(forest, gid, FIELDS)
  const [means, setMeans] = useState<(typeof MEANS)[number]>('license')
  const [did, setDid] = useState('')
  const [license, setLicense] = useState('')
  const [code, setCode] = useState('')
  const [issued, setIssued] = useState<ReplyOf<typeof genBindCode>>()

  const by: Record<string, string> =
    means === 'license'
      ? { DID: did.trim().toUpperCase(), License: license.trim() }
      : { BindCode: code.trim() }

  const issue = (): Promise<boolean> =>
    attempt(async () => {
      const made = await ask(genBindCode, {})
      setIssued(made)
      setCode(made.BindCode)
    })

  const submit = async (event: FormEvent): Promise<void> => {
    const isAdded = await add(event, by, async (body) => {
      const { DID } = await ask(joinGroup, { ...by, ...body })
      say('success', t('devices.addedOne', { name: body.DevName }))
      return DID
    })
    if (isAdded) onAdded()
  }

  const proof = (field: string, label: string, value: string, onType: (value: string) => void) => {
    const maxLength = field === 'DID' ? 32 : 64
    return <TextField {...{ label, value, onType, maxLength }} isRequired fault={faults[field]} />
  }

  return (
    <form className="dialog-form" noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <p>{t('devices.joinText')}</p>
      <Choice
        label={t('devices.joinBy')}
        options={MEANS.map((value) => ({ value, label: t(`devices.joinBy_${value}`) }))}
        value={means}
        onChoose={setMeans}
      />
      {means === 'license' ? (
        <>
          {proof('DID', t('devices.did'), did, setDid)}
          {proof('License', t('devices.license'), license, setLicense)}
        </>
      ) : (
        <>
          <button type="button" className="button" disabled={isBusy} onClick={() => void issue()}>
            {t('devices.makeBindCode')}
          </button>
          {issued && (
            <>
              <SetupFacts
                facts={[
                  [t('devices.bindCode'), issued.BindCode],
                  [t('deviceConf.setupPort'), String(issued.Port)],
                ]}
              />
              <p>{t('devices.bindCodeText')}</p>
            </>
          )}
          {proof('BindCode', t('devices.bindCode'), code, setCode)}
        </>
      )}
      {fields}
      <FormEnd fault={faults['']} isBusy={isBusy} submit={t('devices.addNow')} />
    </form>
  )
}
