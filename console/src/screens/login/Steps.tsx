/** What a log-in may ask for besides the credentials; fetched only when it does. */
import { forgetPassword, loginNewPassword, loginSecondFactor } from '@vedette/contract/calls/login-steps'
import { type Challenge } from '@vedette/contract/calls/user'
import type { ReplyOf } from '@vedette/contract/call'
import type { login } from '@vedette/contract/calls/user'
import type { PasswordRule } from '@vedette/contract/password-rules'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { CodeField } from './CodeField.tsx'
import { PasswordField, TextField } from './fields.tsx'
import { newPasswordFault } from './new-password.ts'
import { faultOf } from './refusal.ts'
import { useSendCode } from './use-send-code.ts'

interface Names {
  enterprise: string
  account: string
}

interface Filled {
  code: string
  password: string
  again: string
}

type Faults = { [Field in keyof Filled]?: string | undefined }

/** The fields' values, and what is wrong with them: what was found here, or what the server said. */
export function useStep() {
  const t = useT()
  const language = useLanguage((state) => state.language)
  const [filled, setFilled] = useState<Filled>({ code: '', password: '', again: '' })
  const [found, setFound] = useState<Faults>({})
  const [failure, setFailure] = useState<CallFailure>()
  const [isBusy, setBusy] = useState(false)
  const fault = failure && faultOf(failure, language)
  return {
    filled,
    isBusy,
    language,
    type: (field: keyof Filled) => (value: string) => setFilled({ ...filled, [field]: value }),
    faultAt: (field: keyof Filled) => found[field] ?? (fault?.field === field ? fault.text : undefined),
    /** A fault that belongs to no field. */
    fault: fault && fault.field !== 'code' && fault.field !== 'password' ? fault.text : undefined,
    fail: setFailure,
    /** Faults of the new password and of its repetition. */
    newPasswordFaults: (names: readonly string[], rule: PasswordRule): Faults => ({
      password: newPasswordFault(language, filled.password, names, rule),
      again: filled.again === filled.password ? undefined : t('login.inconsistent'),
    }),
    /** `check` finds what is missing; `run` is called where nothing is. */
    submit: (check: () => Faults, run: () => Promise<void>) => async (event: FormEvent) => {
      event.preventDefault()
      if (isBusy) return
      const missing = check()
      setFound(missing)
      setFailure(undefined)
      if (Object.values(missing).some((it) => it !== undefined)) return
      setBusy(true)
      try {
        await run()
      } catch (cause) {
        if (!(cause instanceof CallFailure)) throw cause
        setFailure(cause)
      } finally {
        setBusy(false)
      }
    },
  }
}

/** A code, and a new password with it. */
export function ForgotForm(props: Names & { onBack: () => void; onDone: () => void }): ReactNode {
  const t = useT()
  const step = useStep()
  const sending = useSendCode('reset')
  const [names, setNames] = useState<Names>({ enterprise: props.enterprise, account: props.account })
  const { filled, language } = step
  const sendCode = async (): Promise<void> => {
    if (sending.secondsLeft === 0) step.fail(await sending.send(names))
  }
  return (
    <form
      className="login-form"
      noValidate
      aria-busy={step.isBusy}
      onSubmit={(event) =>
        void step.submit(
          () => ({
            code: filled.code ? undefined : t('login.codeMissing'),
            // The company's own rule is not known here: the server checks by it.
            password: filled.password ? undefined : newPasswordFault(language, '', [], 'strong'),
            again: filled.again === filled.password ? undefined : t('login.inconsistent'),
          }),
          async () => {
            await ask(forgetPassword, {
              EnterpriseCode: names.enterprise,
              Account: names.account,
              VerifyCode: filled.code,
              Password: filled.password,
            })
            props.onDone()
          },
        )(event)
      }
    >
      <h2>{t('login.forgotTitle')}</h2>
      <TextField
        label={t('login.enterprise')}
        name="enterprise"
        autoComplete="organization"
        value={names.enterprise}
        onType={(enterprise) => setNames({ ...names, enterprise })}
        fault={undefined}
      />
      <TextField
        label={t('login.account')}
        name="account"
        autoComplete="username"
        value={names.account}
        onType={(account) => setNames({ ...names, account })}
        fault={undefined}
      />
      <CodeField
        label={t('login.code')}
        value={filled.code}
        onType={step.type('code')}
        fault={step.faultAt('code')}
        onSend={() => void sendCode()}
        secondsLeft={sending.secondsLeft}
      />
      <p className="login-note" role="status">
        {sending.wasSent && t('login.codeSent')}
      </p>
      <NewPasswordFields step={step} />
      <Ending step={step} go={t('login.setPassword')} onBack={props.onBack} />
    </form>
  )
}

type LoginReply = ReplyOf<typeof login>

interface ChallengeProps extends Names {
  challenge: Challenge
  /** Takes what the step answered: companies, or the next step. */
  onReply: (reply: LoginReply) => void
  onBack: () => void
}

export function ChallengeForm(props: ChallengeProps): ReactNode {
  return props.challenge.Kind === 'secondFactor' ? (
    <SecondFactorForm {...props} />
  ) : (
    <OwnPasswordForm {...props} />
  )
}

function SecondFactorForm({ challenge, onReply, onBack }: ChallengeProps): ReactNode {
  const t = useT()
  const step = useStep()
  const { code } = step.filled
  return (
    <form
      className="login-form"
      noValidate
      aria-busy={step.isBusy}
      onSubmit={(event) =>
        void step.submit(
          () => ({ code: code ? undefined : t('login.codeMissing') }),
          async () => onReply(await ask(loginSecondFactor, { Ticket: challenge.Ticket, Code: code })),
        )(event)
      }
    >
      <h2>{t('login.secondFactorTitle')}</h2>
      <p className="login-note">{t('login.secondFactorText')}</p>
      <TextField
        label={t('login.secondFactor')}
        name="code"
        autoComplete="one-time-code"
        value={code}
        onType={step.type('code')}
        fault={step.faultAt('code')}
      />
      <Ending step={step} go={t('login.goOn')} onBack={onBack} />
    </form>
  )
}

function OwnPasswordForm({ challenge, enterprise, account, onReply, onBack }: ChallengeProps): ReactNode {
  const t = useT()
  const step = useStep()
  const { password } = step.filled
  const names = [account, `${enterprise}_${account}`]
  return (
    <form
      className="login-form"
      noValidate
      aria-busy={step.isBusy}
      onSubmit={(event) =>
        void step.submit(
          () => step.newPasswordFaults(names, challenge.PasswordRule),
          async () => onReply(await ask(loginNewPassword, { Ticket: challenge.Ticket, Password: password })),
        )(event)
      }
    >
      <h2>{t('login.ownPasswordTitle')}</h2>
      <p className="login-note">{t('login.ownPasswordText')}</p>
      <NewPasswordFields step={step} />
      <Ending step={step} go={t('login.setPassword')} onBack={onBack} />
    </form>
  )
}

export function NewPasswordFields({ step }: { step: ReturnType<typeof useStep> }): ReactNode {
  const t = useT()
  return (
    <>
      <PasswordField
        label={t('login.newPassword')}
        name="new-password"
        autoComplete="new-password"
        value={step.filled.password}
        onType={step.type('password')}
        fault={step.faultAt('password')}
      />
      <PasswordField
        label={t('login.confirmPassword')}
        name="new-password-again"
        autoComplete="new-password"
        value={step.filled.again}
        onType={step.type('again')}
        fault={step.faultAt('again')}
      />
    </>
  )
}

export function Ending(props: {
  step: ReturnType<typeof useStep>
  go: string
  onBack: () => void
}): ReactNode {
  const t = useT()
  return (
    <>
      <p className="fault form-fault" role="alert">
        {props.step.fault}
      </p>
      <button type="submit" className="button button-primary" aria-disabled={props.step.isBusy}>
        {props.go}
      </button>
      <button type="button" className="link-button" onClick={props.onBack}>
        {t('login.back')}
      </button>
    </>
  )
}
