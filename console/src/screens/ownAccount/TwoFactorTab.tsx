import {
  twoFactor,
  twoFactorBegin,
  twoFactorConfirm,
  twoFactorEnd,
} from '@vedette/contract/calls/own-account'
import type { ReplyOf } from '@vedette/contract/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { TextField } from '../../ui/Field.tsx'
import { NotYet } from '../../ui/NotYet.tsx'
import { send } from '../../wire/send.ts'
import { QrCode } from './QrCode.tsx'
import { useFields } from './use-fields.ts'

export function TwoFactorTab(): ReactNode {
  const queries = useQueryClient()
  const state = useQuery({
    queryKey: [twoFactor.path],
    queryFn: ({ signal }) => send(twoFactor, {}, { signal }),
  })
  const [begun, setBegun] = useState<ReplyOf<typeof twoFactorBegin>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const refresh = async (): Promise<void> => {
    setBegun(undefined)
    setCodes(undefined)
    await queries.invalidateQueries({ queryKey: [twoFactor.path] })
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={() => void refresh()} />
  if (begun) return <Proof begun={begun} onCodes={setCodes} />
  if (!state.data)
    return <NotYet isFailed={state.isError} onRetry={() => void state.refetch()} shape="form" count={2} />
  if (!state.data.IsOn) return <Beginning onBegun={setBegun} />
  return <Ending codesLeft={state.data.RecoveryCodesLeft} onEnded={() => void refresh()} />
}

function Beginning({ onBegun }: { onBegun: (begun: ReplyOf<typeof twoFactorBegin>) => void }): ReactNode {
  const t = useT()
  const fields = useFields({ Password: '' }, { Password: t('ownAccount.passwordMissing') })
  return (
    <form
      className="dialog-form"
      noValidate
      onSubmit={fields.onSubmit(async (body) => onBegun(await send(twoFactorBegin, body)))}
    >
      <p>{t('ownAccount.twoStepOff')}</p>
      <TextField
        label={t('ownAccount.password')}
        type="password"
        autoComplete="current-password"
        {...fields.of('Password')}
      />
      <Submit label={t('ownAccount.switchOn')} isBusy={fields.isBusy} />
    </form>
  )
}

interface ProofProps {
  begun: ReplyOf<typeof twoFactorBegin>
  onCodes: (codes: readonly string[]) => void
}

function Proof({ begun, onCodes }: ProofProps): ReactNode {
  const t = useT()
  const fields = useFields({ Code: '' }, { Code: t('ownAccount.codeMissing') })
  return (
    <form
      className="dialog-form"
      noValidate
      onSubmit={fields.onSubmit(async (body) => onCodes((await send(twoFactorConfirm, body)).RecoveryCodes))}
    >
      <p>{t('ownAccount.scan')}</p>
      <QrCode text={begun.Uri} label={t('ownAccount.qrCode')} />
      <p className="field">
        <span>{t('ownAccount.key')}</span>
        <code className="own-account-key">{begun.Secret}</code>
      </p>
      <TextField
        label={t('ownAccount.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...fields.of('Code')}
      />
      <Submit label={t('ui.confirm')} isBusy={fields.isBusy} />
    </form>
  )
}

function Ending({ codesLeft, onEnded }: { codesLeft: number; onEnded: () => void }): ReactNode {
  const t = useT()
  const fields = useFields(
    { Password: '', Code: '' },
    { Password: t('ownAccount.passwordMissing'), Code: t('ownAccount.codeMissing') },
  )
  return (
    <form
      className="dialog-form"
      noValidate
      onSubmit={fields.onSubmit(async (body) => {
        await send(twoFactorEnd, body)
        onEnded()
      })}
    >
      <p>{t('ownAccount.twoStepOn')}</p>
      <p>{t('ownAccount.codesLeft', { count: codesLeft })}</p>
      <TextField
        label={t('ownAccount.password')}
        type="password"
        autoComplete="current-password"
        {...fields.of('Password')}
      />
      <TextField label={t('ownAccount.code')} autoComplete="one-time-code" {...fields.of('Code')} />
      <Submit label={t('ownAccount.switchOff')} isBusy={fields.isBusy} />
    </form>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactNode {
  const t = useT()
  return (
    <div className="dialog-form">
      <h3>{t('ownAccount.recoveryCodes')}</h3>
      <p>{t('ownAccount.keepCodes')}</p>
      <ul className="own-account-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <button type="button" className="button button-primary" onClick={onDone}>
          {t('ownAccount.done')}
        </button>
      </div>
    </div>
  )
}

function Submit({ label, isBusy }: { label: string; isBusy: boolean }): ReactNode {
  return (
    <div className="dialog-actions">
      <button type="submit" className="button button-primary" disabled={isBusy}>
        {label}
      </button>
    </div>
  )
}
