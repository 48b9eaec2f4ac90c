import { login, loginOptions } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { AGREEMENT_VERSION } from '../../app/agreements.ts'
import { session } from '../../app/session.ts'
import { stored } from '../../app/stored.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask, send } from '../../wire/send.ts'
import { appId } from '../../wire/settings.ts'
import { AgreementField, PasswordField, TextField } from './fields.tsx'
import { fullNameOf, keepProof, readProof } from './proof.ts'
import { faultOf, type LoginFault, type LoginField } from './refusal.ts'
import { remainingText, useCountdown } from './use-countdown.ts'

export function LoginForm(): ReactNode {
  const t = useT()
  const language = useLanguage((state) => state.language)
  const [proof] = useState(() => readProof(stored))
  const [enterprise, setEnterprise] = useState(proof.enterprise)
  const [account, setAccount] = useState(proof.account)
  const [password, setPassword] = useState('')
  const [isAgreed, setAgreed] = useState(proof.agreementVersion === AGREEMENT_VERSION)
  const [failure, setFailure] = useState<CallFailure>()
  const [missing, setMissing] = useState<LoginField>()
  const [isBusy, setBusy] = useState(false)
  const [secondsLeft, waitFor] = useCountdown()
  const form = useRef<HTMLFormElement>(null)
  const enterprisesId = useId()

  const [offered, setOffered] = useState('')
  useEffect(
    () =>
      offerEnterprise((code) => {
        setOffered(code)
        // Never into a field that somebody is about to type in: the typing would go on behind the offer.
        if (document.activeElement?.matches('[name=enterprise]') !== true)
          setEnterprise((typed) => typed || code)
      }),
    [],
  )

  const fault: LoginFault | undefined = failure && faultOf(failure, language)
  const faultAt = (field: LoginField): string | undefined => {
    if (missing === field) return t(`login.${field}Missing`)
    return fault?.field === field ? fault.text : undefined
  }
  const focus = (field: LoginField | undefined): void => {
    if (field) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }

  const submit = async (): Promise<void> => {
    const code = enterprise.trim() || offered
    setEnterprise(code)
    const empty = firstMissing({ enterprise: code, account, password, isAgreed })
    setMissing(empty)
    setFailure(undefined)
    if (empty) return focus(empty)
    setBusy(true)
    try {
      await logIn({ enterprise: code, account: account.trim(), password })
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      const { field, waitSeconds } = faultOf(cause, language)
      setFailure(cause)
      waitFor(waitSeconds)
      setBusy(false)
      focus(field)
    }
  }

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy && secondsLeft === 0) void submit()
  }

  return (
    <form ref={form} className="login-form" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
      <TextField
        label={t('login.enterprise')}
        name="enterprise"
        autoComplete="organization"
        list={enterprisesId}
        value={enterprise}
        onType={setEnterprise}
        onBlur={() => setEnterprise(enterprise || offered)}
        fault={faultAt('enterprise')}
      />
      <datalist id={enterprisesId}>
        {[...new Set([offered, ...proof.enterprises])].filter(Boolean).map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
      <TextField
        label={t('login.account')}
        name="account"
        autoComplete="username"
        value={account}
        onType={setAccount}
        fault={faultAt('account')}
      />
      <PasswordField value={password} onType={setPassword} fault={faultAt('password')} />
      <AgreementField isAgreed={isAgreed} onAgree={setAgreed} fault={faultAt('agreement')} />
      <p className="fault form-fault" role="alert">
        {fault && !fault.field && fault.text}
      </p>
      <button type="submit" className="button button-primary" aria-disabled={isBusy || secondsLeft > 0}>
        {secondsLeft > 0
          ? t('login.wait', { time: remainingText(secondsLeft) })
          : t(isBusy ? 'login.going' : 'login.go')}
      </button>
    </form>
  )
}

async function logIn(given: { enterprise: string; account: string; password: string }): Promise<void> {
  const { CompanyInfos } = await send(login, {
    EnterpriseCode: given.enterprise,
    Account: given.account,
    Password: given.password,
    AppID: appId,
  })
  if (CompanyInfos.length === 0) throw new CallFailure(CODES.noPermission.code)
  keepProof(stored, {
    enterprise: given.enterprise,
    account: given.account,
    agreementVersion: AGREEMENT_VERSION,
  })
  session.begin(CompanyInfos, fullNameOf(given.enterprise, given.account))
}

/** With exactly one enterprise on the server its code is offered (reading 13). */
function offerEnterprise(offer: (code: string) => void): () => void {
  const leaving = new AbortController()
  ask(loginOptions, {}, { signal: leaving.signal }).then(
    ({ EnterpriseCode }) => offer(EnterpriseCode),
    // Without the offer the person types it; a server that cannot be reached is said when they log in.
    () => {},
  )
  return () => leaving.abort()
}

interface Filled {
  enterprise: string
  account: string
  password: string
  isAgreed: boolean
}

function firstMissing({ enterprise, account, password, isAgreed }: Filled): LoginField | undefined {
  if (!enterprise) return 'enterprise'
  if (!account.trim()) return 'account'
  if (!password) return 'password'
  return isAgreed ? undefined : 'agreement'
}
