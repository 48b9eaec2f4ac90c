import { setPasswordRule } from '@vedette/contract/calls/company'
import { PASSWORD_RULES, type PasswordRule } from '@vedette/contract/password-rules'
import { type FormEvent, type ReactNode, useState } from 'react'

import { refreshUserInfo } from '../../app/own-session.ts'
import { useSession } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { say } from '../../ui/toasts.ts'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'

/** Reading 15: what new passwords of the company have to be. */
export function PasswordRuleButton(): ReactNode {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('accounts.passwordRule')}
      </button>
      {isOpen && <PasswordRuleDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function PasswordRuleDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const inForce = useSession(({ user }) => user?.userInfo.PasswordRule) ?? 'strong'
  const [chosen, setChosen] = useState<PasswordRule>(inForce)
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const isSaved = await succeeds(async () => {
      await send(setPasswordRule, { PasswordRule: chosen })
      await refreshUserInfo()
      say('success', t('accounts.saved'))
    })
    if (isSaved) close()
    else setBusy(false)
  }
  return (
    <Dialog title={t('accounts.passwordRule')} onClose={onClose}>
      {(close) => (
        <form className="dialog-form" aria-busy={isBusy} onSubmit={(event) => void save(event, close)}>
          <Choice
            label={t('accounts.passwordRule')}
            isBare
            options={PASSWORD_RULES.map((value) => ({ value, label: t(`accounts.${value}Rule`) }))}
            value={chosen}
            onChoose={setChosen}
          />
          <p>{t(`ownAccount.${chosen}Hint`)}</p>
          <p className="field-hint">{t('accounts.passwordRuleHint')}</p>
          <FormEnd isBusy={isBusy} submit={t('ui.save')} onCancel={close} />
        </form>
      )}
    </Dialog>
  )
}
