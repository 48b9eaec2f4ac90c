import type { ReplyOf } from '@vedette/contract/call'
import type { outerLogin } from '@vedette/contract/calls/outer-login'
import { type Challenge, login } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import {
  type FormEvent,
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

import { AGREEMENT_VERSION } from '../../app/agreements.ts'
import { session } from '../../app/session.ts'
import { stored } from '../../app/stored.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { CallFailure } from '../../wire/failure.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { send } from '../../wire/send.ts'
import { appId } from '../../wire/settings.ts'
import { AgreementField, PasswordField, TextField } from './fields.tsx'
import { fullNameOf, keepProof, readProof } from './proof.ts'
import { faultOf, type LoginFault, type LoginField, waitSecondsOf } from './refusal.ts'
import { remainingText, useCountdown } from './use-countdown.ts'
import { useOffers } from './use-offers.ts'
import { useSendCode } from './use-send-code.ts'

const CodeField = lazy(async () => ({ default: (await import('./CodeField.tsx')).CodeField }))
const OuterLogin = lazy(async () => ({ default: (await import('./OuterLogin.tsx')).OuterLogin }))
const ForgotForm = lazy(async () => ({ default: (await import('./Steps.tsx')).ForgotForm }))
const ChallengeForm = lazy(async () => ({ default: (await import('./Steps.tsx')).ChallengeForm }))

type Way = 'password' | 'code'

export function LoginForm(): ReactNode {
  const t = useT()
  const language = useLanguage((state) => state.language)
  const [proof] = useState(() => readProof(stored))
  const [enterprise, setEnterprise] = useState(proof.enterprise)
  const [account, setAccount] = useState(proof.account)
  const [password, setPassword] = useState('')
  const [way, setWay] = useState<Way>('password')
  const [code, setCode] = useState('')
  const sending = useSendCode('login')
  const [step, setStep] = useState<'credentials' | 'forgot' | Challenge>('credentials')
  /** What is shown stays until the next form has been fetched, so nothing jumps. */
  const show = (next: 'forgot' | Challenge): void => startTransition(() => setStep(next))
  const [note, setNote] = useState('')
  const [isAgreed, setAgreed] = useState(proof.agreementVersion === AGREEMENT_VERSION)
  const [failure, setFailure] = useState<CallFailure>()
  const [missing, setMissing] = useState<LoginField>()
  const [isBusy, setBusy] = useState(isComingBack)
  const [secondsLeft, waitFor] = useCountdown()
  const form = useRef<HTMLFormElement>(null)
  const enterprisesId = useId()

  const { offered, provider } = useOffers(enterprise, (code) => {
    // Never into a field that somebody is about to type in, also not a moment after this look: the typing would go on behind the offer.
    if (document.activeElement?.matches('[name=enterprise]') !== true)
      flushSync(() => setEnterprise((typed) => typed || code))
  })

  const fault: LoginFault | undefined = failure && faultOf(failure, language)
  const faultAt = (field: LoginField): string | undefined => {
    if (missing === field) return t(`login.${field}Missing`)
    return fault?.field === field ? fault.text : undefined
  }
  const focus = (field: LoginField | undefined): void => {
    if (field) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }

  const begin = useEffectEvent(() => {
    // Everything but the password is known from the last time.
    if (proof.enterprise && proof.account) focus('password')
  })
  useEffect(() => begin(), [])

  const names = { enterprise: enterprise.trim() || offered, account: account.trim() }
  const finish = ({ CompanyInfos, Challenge }: ReplyOf<typeof login>, of = names): void => {
    if (Challenge) return show(Challenge)
    if (CompanyInfos.length === 0) throw new CallFailure(CODES.noPermission.code)
    keepProof(stored, { ...of, agreementVersion: AGREEMENT_VERSION })
    session.begin(CompanyInfos, fullNameOf(of.enterprise, of.account))
  }
  const tell = (cause: CallFailure): void => {
    setFailure(cause)
    focus(faultOf(cause, language).field)
  }
  const fail = (cause: CallFailure): void => {
    tell(cause)
    waitFor(waitSecondsOf(cause))
  }

  const check = (filled: Filled): boolean => {
    setEnterprise(names.enterprise)
    const empty = firstMissing(filled)
    setMissing(empty)
    setFailure(undefined)
    setNote('')
    focus(empty)
    return !empty
  }
  const run = async (step: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await step()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      fail(cause)
    } finally {
      setBusy(false)
    }
  }

  const submit = async (): Promise<void> => {
    if (!check({ ...names, ...(way === 'password' ? { password } : { code }), isAgreed })) return
    await run(async () =>
      finish(
        await send(login, {
          EnterpriseCode: names.enterprise,
          Account: names.account,
          ...(way === 'password' ? { Password: password } : { VerifyCode: code.trim() }),
          AppID: appId,
        }),
      ),
    )
  }

  const takeReturn = useEffectEvent((sent: Promise<ReplyOf<typeof outerLogin> | undefined>) =>
    run(async () => {
      const reply = await sent
      if (!reply) return
      const of = { enterprise: reply.EnterpriseCode, account: reply.Account }
      setEnterprise(of.enterprise)
      setAccount(of.account)
      finish(reply, of)
    }),
  )
  useEffect(() => {
    if (isComingBack())
      void import('./outer-return.ts').then(({ finishOuterLogin }) => takeReturn(finishOuterLogin()))
  }, [])

  const sendCode = async (): Promise<void> => {
    if (sending.secondsLeft > 0) return
    setEnterprise(names.enterprise)
    const empty = names.enterprise ? (names.account ? undefined : 'account') : 'enterprise'
    setMissing(empty)
    setFailure(undefined)
    if (empty) return focus(empty)
    const refused = await sending.send(names)
    // Anyone who has to wait for another code may log in meanwhile with the one that he has.
    if (refused) tell(refused)
    else setNote(t('login.codeSent'))
  }

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBusy && secondsLeft === 0) void submit()
  }

  const toCredentials = (said = ''): void => {
    setStep('credentials')
    setPassword('')
    setCode('')
    setNote(said)
  }
  if (step === 'forgot')
    return (
      <ForgotForm
        {...names}
        onBack={() => toCredentials()}
        onDone={() => {
          setWay('password')
          toCredentials(t('login.forgotDone'))
        }}
      />
    )
  if (step !== 'credentials')
    return (
      <ChallengeForm
        key={step.Ticket}
        {...names}
        challenge={step}
        onReply={finish}
        onBack={() => toCredentials()}
      />
    )

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
      <Tabs
        label={t('login.ways')}
        tabs={[
          { key: 'password', label: t('login.byPassword') },
          { key: 'code', label: t('login.byCode') },
        ]}
        chosen={way}
        onChoose={setWay}
      >
        {way === 'password' ? (
          <PasswordField value={password} onType={setPassword} fault={faultAt('password')} />
        ) : (
          <Suspense fallback={<CodeRoom />}>
            <CodeField
              label={t('login.code')}
              value={code}
              onType={setCode}
              fault={faultAt('code')}
              onSend={() => void sendCode()}
              secondsLeft={sending.secondsLeft}
            />
          </Suspense>
        )}
      </Tabs>
      <button type="button" className="link-button" onClick={() => show('forgot')}>
        {t('login.forgot')}
      </button>
      <p className="login-note" role="status">
        {note}
      </p>
      <AgreementField isAgreed={isAgreed} onAgree={setAgreed} fault={faultAt('agreement')} />
      <p className="fault form-fault" role="alert">
        {fault && !fault.field && fault.text}
      </p>
      <button type="submit" className="button button-primary" aria-disabled={isBusy || secondsLeft > 0}>
        {secondsLeft > 0
          ? t('login.wait', { time: remainingText(secondsLeft) })
          : t(isBusy ? 'login.going' : 'login.go')}
      </button>
      {provider && (
        <Suspense>
          <OuterLogin
            enterprise={names.enterprise}
            name={provider}
            check={() => {
              const isComplete = check({ enterprise: names.enterprise, isAgreed })
              // It is agreed before the browser leaves; the form begins anew when it is back.
              if (isComplete) keepProof(stored, { ...names, agreementVersion: AGREEMENT_VERSION })
              return isComplete
            }}
            onFail={fail}
          />
        </Suspense>
      )}
    </form>
  )
}

/** Keeps the height of the field that is on its way. */
function CodeRoom(): ReactNode {
  const t = useT()
  return (
    <div className="field" aria-busy>
      <span>{t('login.code')}</span>
      <div className="input" />
    </div>
  )
}

/** Whether an identity provider sent the browser back. */
function isComingBack(): boolean {
  return new URLSearchParams(location.search).has('state')
}

interface Filled {
  enterprise: string
  /** Nothing of a person who logs in elsewhere. */
  account?: string
  /** Either the password or the code is given, by the chosen way. */
  password?: string
  code?: string
  isAgreed: boolean
}

function firstMissing({ enterprise, account, password, code, isAgreed }: Filled): LoginField | undefined {
  if (!enterprise) return 'enterprise'
  if (account === '') return 'account'
  if (password === '') return 'password'
  if (code?.trim() === '') return 'code'
  return isAgreed ? undefined : 'agreement'
}
