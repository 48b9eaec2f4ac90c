import type { ReplyOf } from '@vedette/contract/call'
import { acceptInvitation, invitation as invitationCall } from '@vedette/contract/calls/invitation'
import { type ReactNode, useEffect, useState } from 'react'

import { AGREEMENT_VERSION } from '../../app/agreements.ts'
import { session, textOf } from '../../app/session.ts'
import { stored } from '../../app/stored.ts'
import { useT } from '../../i18n/language.ts'
import { invitation } from '../../i18n/invitation.ts'
import { addSections } from '../../i18n/translate.ts'
import { CallFailure } from '../../wire/failure.ts'
import { ask } from '../../wire/send.ts'
import { AgreementField } from './fields.tsx'
import { keepProof } from './proof.ts'
import { Ending, NewPasswordFields, useStep } from './Steps.tsx'

addSections({ invitation })

type Invited = ReplyOf<typeof invitationCall>

const toLogin = (): void => location.replace('#/login')

/** Who has the link chooses a password, and is in. */
export function InvitationForm({ token }: { token: string }): ReactNode {
  const t = useT()
  const [found, setFound] = useState<Invited | CallFailure>()
  useEffect(() => {
    const leaving = new AbortController()
    ask(invitationCall, { Token: token || '-' }, { signal: leaving.signal }).then(
      setFound,
      (cause: unknown) => {
        if (cause instanceof CallFailure) setFound(cause)
        else if (!leaving.signal.aborted) throw cause
      },
    )
    return () => leaving.abort()
  }, [token])
  return (
    <>
      <h1>{t(found instanceof CallFailure ? 'invitation.invalid' : 'invitation.title')}</h1>
      {!found && (
        <p className="login-note" role="status">
          {t('invitation.looking')}
        </p>
      )}
      {found instanceof CallFailure && (
        <div className="login-form">
          <p className="fault form-fault" role="alert">
            {textOf(found)}
          </p>
          <button type="button" className="button button-primary" onClick={toLogin}>
            {t('invitation.toLogin')}
          </button>
        </div>
      )}
      {found && !(found instanceof CallFailure) && <AcceptForm token={token} invited={found} />}
    </>
  )
}

function AcceptForm({ token, invited }: { token: string; invited: Invited }): ReactNode {
  const t = useT()
  const step = useStep()
  const [isAgreed, setAgreed] = useState(false)
  const [isAgreementMissing, setAgreementMissing] = useState(false)
  const { Account, EnterpriseCode, CompanyName, PasswordRule } = invited
  const { password } = step.filled
  const bareName = Account.slice(EnterpriseCode.length + 1)
  const accept = async (): Promise<void> => {
    if (!isAgreed) return setAgreementMissing(true)
    const { CompanyInfos } = await ask(acceptInvitation, { Token: token, Password: password })
    keepProof(stored, { enterprise: EnterpriseCode, account: bareName, agreementVersion: AGREEMENT_VERSION })
    session.begin(CompanyInfos, Account)
    location.replace('#/')
  }
  return (
    <form
      className="login-form"
      noValidate
      aria-busy={step.isBusy}
      onSubmit={(event) =>
        void step.submit(() => step.newPasswordFaults([bareName, Account], PasswordRule), accept)(event)
      }
    >
      <p>{t('invitation.text', { company: CompanyName, account: Account })}</p>
      <NewPasswordFields step={step} />
      <AgreementField
        isAgreed={isAgreed}
        onAgree={setAgreed}
        fault={isAgreementMissing ? t('login.agreementMissing') : undefined}
      />
      <Ending step={step} go={t('login.setPassword')} onBack={toLogin} />
    </form>
  )
}
