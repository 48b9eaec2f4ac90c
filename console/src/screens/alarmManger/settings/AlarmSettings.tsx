import './alarm-settings.css'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import {
  alarmPolicy,
  alarmTargetList,
  FEWEST_ALARMS,
  MOST_ALARMS,
  setAlarmPolicy,
} from '@vedette/contract/calls/alarm-settings'
import { type FormEvent, type ReactNode, useState } from 'react'

import { PictureKeepingButton } from '../../../app/picture-keeping/PictureKeepingButton.tsx'
import { usePictureKeeping } from '../../../app/picture-keeping/use-picture-keeping.ts'
import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { NotYet } from '../../../ui/NotYet.tsx'
import { say } from '../../../ui/toasts.ts'
import { succeeds } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import { NewTarget } from './NewTarget.tsx'
import { TargetRow } from './TargetRow.tsx'

const LONGEST_DAYS = 3650

/** How long alarms are kept, and where they are sent on to. */
export function AlarmSettingsButton(): ReactNode {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('alarmSettings.title')}
      </button>
      {isOpen && (
        <Dialog title={t('alarmSettings.title')} kind="wide" onClose={() => setOpen(false)}>
          {() => (
            <div className="dialog-form">
              <Keeping />
              <PicturesKept />
              <Forwarding />
            </div>
          )}
        </Dialog>
      )}
    </>
  )
}

function Keeping(): ReactNode {
  const t = useT()
  const { data, isError, refetch } = useQuery({
    queryKey: [alarmPolicy.path],
    queryFn: ({ signal }) => send(alarmPolicy, {}, { signal }),
  })
  if (data) return <KeepingForm policy={data} />
  return (
    <section>
      <h3>{t('alarmSettings.keeping')}</h3>
      <NotYet isFailed={isError} onRetry={() => void refetch()} shape="form" count={2} />
    </section>
  )
}

type Policy = ReplyOf<typeof alarmPolicy>
type Limits = Pick<Policy, 'Days' | 'Most'>

function KeepingForm({ policy }: { policy: Policy }): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<{ days?: string; most?: string }>({})
  const [asked, setAsked] = useState<Limits>()
  const texts = { days: typed.days ?? String(policy.Days), most: typed.most ?? String(policy.Most) }
  const isTyped = typed.days !== undefined || typed.most !== undefined
  const days = wholeIn(texts.days, 1, LONGEST_DAYS)
  const most = wholeIn(texts.most, FEWEST_ALARMS, MOST_ALARMS)
  const tooMany = (wanted: number): number => Math.max(0, policy.Alarms - wanted)
  const save = async (wanted: Limits): Promise<void> => {
    await send(setAlarmPolicy, wanted)
    await queries.invalidateQueries({ queryKey: [alarmPolicy.path] })
    setTyped({})
    say('success', t('alarmSettings.saved'))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (days === undefined || most === undefined || !isTyped) return
    const wanted = { Days: days, Most: most }
    // What has no room any more is deleted at once.
    if (days < policy.Days || (most < policy.Most && tooMany(most) > 0)) setAsked(wanted)
    else void succeeds(() => save(wanted))
  }
  return (
    <>
      <form className="alarm-settings-part" onSubmit={submit}>
        <h3>{t('alarmSettings.keeping')}</h3>
        <p>{t('alarmSettings.keepingText', { count: policy.Alarms })}</p>
        <div className="alarm-settings-line">
          <TextField
            label={t('alarmSettings.days')}
            inputMode="numeric"
            value={texts.days}
            onType={(text) => setTyped({ ...typed, days: text })}
            fault={
              typed.days !== undefined && days === undefined
                ? t('alarmSettings.daysWrong', { most: LONGEST_DAYS })
                : undefined
            }
          />
          <TextField
            label={t('alarmSettings.most')}
            inputMode="numeric"
            value={texts.most}
            onType={(text) => setTyped({ ...typed, most: text })}
            fault={
              typed.most !== undefined && most === undefined
                ? t('alarmSettings.mostWrong', { fewest: FEWEST_ALARMS, most: MOST_ALARMS })
                : undefined
            }
          />
          {/* Not disabled: it keeps the focus when all is saved. */}
          <button
            type="submit"
            className="button"
            aria-disabled={!isTyped || days === undefined || most === undefined}
          >
            {t('ui.save')}
          </button>
        </div>
      </form>
      {asked && (
        <Confirm
          title={t('alarmSettings.shrinkTitle')}
          confirmLabel={t('ui.save')}
          isDestructive
          onConfirm={() => save(asked)}
          onClose={() => setAsked(undefined)}
        >
          {asked.Days < policy.Days && <p>{t('alarmSettings.shrinkDays', { count: asked.Days })}</p>}
          {tooMany(asked.Most) > 0 && <p>{t('alarmSettings.shrinkMost', { count: tooMany(asked.Most) })}</p>}
        </Confirm>
      )}
    </>
  )
}

/** Undefined for what is no whole number within these. */
function wholeIn(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : undefined
}

/** Outside of that form: what is sent by its dialog would be sent by it as well. */
function PicturesKept(): ReactNode {
  const t = useT()
  const { keeping } = usePictureKeeping()
  if (!keeping) return null
  const { Days: days, Gigabytes: gigabytes, used } = keeping
  return (
    <section className="alarm-settings-part">
      <p>{t('alarmSettings.picturesText', { days, gigabytes, used })}</p>
      <div>
        <PictureKeepingButton />
      </div>
    </section>
  )
}

function Forwarding(): ReactNode {
  const t = useT()
  const targets = useQuery({
    queryKey: [alarmTargetList.path],
    queryFn: async ({ signal }) => (await send(alarmTargetList, {}, { signal })).List,
    refetchInterval: 5000,
  })
  return (
    <section className="alarm-settings-part">
      <h3>{t('alarmSettings.forwarding')}</h3>
      <p>{t('alarmSettings.forwardingText')}</p>
      {targets.data && targets.data.length > 0 && (
        <ul className="alarm-targets" aria-label={t('alarmSettings.forwarding')}>
          {targets.data.map((target) => (
            <TargetRow key={target.TargetID} target={target} />
          ))}
        </ul>
      )}
      <NewTarget />
    </section>
  )
}
