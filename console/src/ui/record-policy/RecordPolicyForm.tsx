import './record-policy.css'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { rangeFault } from '@vedette/contract/alarm-settings'
import type { BodyOf } from '@vedette/contract/call'
import {
  recordPolicy,
  type RecordPolicy,
  recordPolicyEffect,
  regionRecordPolicy,
  setRecordPolicy,
  setRegionRecordPolicy,
} from '@vedette/contract/calls/record'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { Confirm } from '../Confirm.tsx'
import { useHeld } from '../Dialog.tsx'
import { SelectField, TextField } from '../Field.tsx'
import { NotYet } from '../NotYet.tsx'
import { TimeRanges } from '../TimeRanges.tsx'
import { useHeard } from '../use-unsaved.tsx'
import { say } from '../toasts.ts'

const GB = 1024 ** 3
const NEW_RANGE = { Day: 1, startTime: '08:00:00', endTime: '18:00:00' }
const SOURCE = {
  own: ['recording.fromOwn', 'recording.regionFromOwn'],
  region: ['recording.fromRegion', 'recording.fromRegion'],
  platform: ['recording.fromPlatform', 'recording.fromPlatform'],
} as const

type Of = { did: string; gid?: never } | { gid: string; did?: never }
type InForce = Awaited<ReturnType<typeof policyOf>>

interface Props {
  /** What the recording policy is about. */
  of: Of
  onSaved?: () => void
  /** Hears whether something was changed and is not saved. */
  onUnsaved?: (isUnsaved: boolean) => void
}

/** What a change would delete. */
interface Asked {
  from: number | null
  to: number | null
  bytes: number
  policy: RecordPolicy | null
}

const policyOf = (of: Of, signal: AbortSignal) =>
  of.did === undefined
    ? send(regionRecordPolicy, { GID: of.gid }, { signal })
    : send(recordPolicy, { DID: of.did }, { signal })

/** What is recorded of a device, or of the devices of a region, and how long it is kept. */
export function RecordPolicyForm({ of, ...heard }: Props): ReactNode {
  const { data, isError, refetch } = useQuery({
    queryKey: [recordPolicy.path, of],
    queryFn: ({ signal }) => policyOf(of, signal),
  })
  if (!data) return <NotYet isFailed={isError} onRetry={() => void refetch()} shape="form" />
  return <Form key={JSON.stringify(data)} of={of} inForce={data} {...heard} />
}

function Form({ of, inForce, onSaved, onUnsaved }: Props & { inForce: InForce }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [policy, setPolicy] = useState(inForce.Policy)
  const kept = {
    days: String(inForce.Policy.Days),
    gb: inForce.Policy.MaxBytes === 0 ? '' : String(Math.round((inForce.Policy.MaxBytes / GB) * 10) / 10),
  }
  const [days, setDays] = useState(kept.days)
  const [gb, setGb] = useState(kept.gb)
  const isUnsaved =
    days !== kept.days || gb !== kept.gb || JSON.stringify(policy) !== JSON.stringify(inForce.Policy)
  useHeard(isUnsaved, onUnsaved)
  useHeld(isUnsaved)
  const [asked, setAsked] = useState<Asked>()
  const change = (by: Partial<RecordPolicy>): void => setPolicy((before) => ({ ...before, ...by }))
  const wanted = {
    ...policy,
    Days: Number(days),
    MaxBytes: gb.trim() === '' ? 0 : Math.round(Math.max(0.1, Number(gb)) * GB),
  }
  const isDays = Number.isInteger(wanted.Days) && wanted.Days >= 1 && wanted.Days <= 3650
  const conflict = rangeFault(policy.Ranges)
  const isWhole = isDays && !conflict && Number.isFinite(wanted.MaxBytes)
  const target = of.did === undefined ? { GID: of.gid } : { DID: of.did }
  const { data: effect } = useQuery({
    queryKey: [recordPolicyEffect.path, target, wanted.Days, wanted.MaxBytes],
    queryFn: ({ signal }) => send(recordPolicyEffect, { ...target, Policy: wanted }, { signal }),
    enabled: isWhole,
    retry: false,
  })
  const save = async (Policy: BodyOf<typeof setRecordPolicy>['Policy']): Promise<void> => {
    if (of.did === undefined) await send(setRegionRecordPolicy, { GID: of.gid, Policy })
    else await send(setRecordPolicy, { DIDs: [of.did], Policy })
    say('success', t('recording.saved'))
    await queries.invalidateQueries({ queryKey: [recordPolicy.path] })
    onSaved?.()
  }
  /** Asks first where it deletes something. */
  const put = (to: RecordPolicy | null): Promise<boolean> =>
    succeeds(async () => {
      const { Bytes, From, To } = await send(recordPolicyEffect, { ...target, Policy: to })
      if (Bytes > 0) setAsked({ from: From, to: To, bytes: Bytes, policy: to })
      else await save(to)
    })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isWhole) void put(wanted)
  }
  const modes = (['continuous', 'alarm', 'schedule', 'off'] as const).map((value) => ({
    value,
    label: t(`recording.${value}`),
  }))
  const uses = (mode: RecordPolicy['Main']): boolean => policy.Main === mode || policy.Sub === mode
  const isByWeek = uses('schedule')
  const seconds = (name: 'PreS' | 'PostS', most: number): ReactNode => (
    <TextField
      label={t(name === 'PreS' ? 'recording.before' : 'recording.after')}
      type="number"
      min={0}
      max={most}
      value={String(policy[name])}
      onType={(typed) => change({ [name]: Math.min(most, Math.max(0, Math.round(Number(typed)) || 0)) })}
    />
  )
  return (
    <form className="record-policy" noValidate onSubmit={submit}>
      <fieldset>
        <legend>{t('recording.title')}</legend>
        <p className="record-policy-whole">
          {t(SOURCE[inForce.From][of.did === undefined ? 1 : 0])}
          {effect?.ForecastDays != null &&
            ` ${t('recording.forecast', { count: Math.max(1, Math.floor(effect.ForecastDays)) })}`}
        </p>
        <SelectField
          label={t('recording.main')}
          value={policy.Main}
          options={modes}
          onChoose={(Main) => change({ Main })}
        />
        <SelectField
          label={t('recording.sub')}
          value={policy.Sub}
          options={modes}
          onChoose={(Sub) => change({ Sub })}
        />
        {isByWeek && (
          <SelectField
            label={t('recording.outside')}
            value={policy.Outside}
            options={modes.filter(
              (it): it is typeof it & { value: 'off' | 'alarm' } =>
                it.value === 'off' || it.value === 'alarm',
            )}
            onChoose={(Outside) => change({ Outside })}
          />
        )}
        {(uses('alarm') || (isByWeek && policy.Outside === 'alarm')) && (
          <>
            {seconds('PreS', 600)}
            {seconds('PostS', 3600)}
            <p className="record-policy-whole">{t('recording.alarmHint')}</p>
          </>
        )}
        {isByWeek && (
          <div className="record-policy-whole">
            <TimeRanges
              ranges={policy.Ranges}
              fault={conflict && { at: conflict.at, text: t(`deviceConf.${conflict.fault}`) }}
              onChange={(Ranges) => change({ Ranges })}
              onAdd={() => change({ Ranges: [...policy.Ranges, NEW_RANGE] })}
              emptyText={t('recording.noRanges')}
            />
          </div>
        )}
        <TextField
          label={t('recording.days')}
          type="number"
          min={1}
          max={3650}
          value={days}
          {...(!isDays && { fault: t('recording.daysFault') })}
          onType={setDays}
        />
        <TextField
          label={t('recording.size')}
          type="number"
          min={0}
          step="any"
          value={gb}
          hint={t('recording.sizeHint')}
          onType={setGb}
        />
        {effect && effect.Bytes > 0 && (
          <p className="record-policy-whole record-policy-warning">
            {t('recording.wouldDelete', { size: Math.max(0.1, Math.round((effect.Bytes / GB) * 10) / 10) })}
          </p>
        )}
        <div className="record-policy-whole record-policy-end">
          {inForce.From === 'own' && (
            <button type="button" className="button" onClick={() => void put(null)}>
              {t('recording.useAbove')}
            </button>
          )}
          <button type="submit" className="button button-primary">
            {t('deviceConf.save')}
          </button>
        </div>
      </fieldset>
      {asked && (
        <Confirm
          title={t('recording.deletesTitle')}
          confirmLabel={t('recording.deletesDo')}
          isDestructive
          onConfirm={() => save(asked.policy)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {asked.from !== null && asked.to !== null
              ? t('recording.deletes', { from: time.since(asked.from, 0), to: time.since(asked.to, 0) })
              : t('recording.deletesOldest', {
                  size: Math.max(0.1, Math.round((asked.bytes / GB) * 10) / 10),
                })}
          </p>
        </Confirm>
      )}
    </form>
  )
}
