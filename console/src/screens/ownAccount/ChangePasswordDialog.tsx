import { PASSWORD_REASON, passwordFault } from '@vedette/contract/password-rule'
import { type FormEvent, type ReactNode, useState } from 'react'

import { changePassword } from '../../app/change-password.ts'
import { useSession } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { reasonText } from '../../i18n/reason-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { appId } from '../../wire/settings.ts'

interface Filled {
  old: string
  fresh: string
  again: string
}

export function ChangePasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const language = useLanguage((state) => state.language)
  const user = useSession((state) => state.user)
  const [filled, setFilled] = useState<Filled>({ old: '', fresh: '', again: '' })
  const [faults, setFaults] = useState<{ [Field in keyof Filled]?: string | undefined }>({})
  const rule = user?.userInfo.PasswordRule ?? 'strong'
  const account = user?.currentAccount ?? ''
  const submit = (event: FormEvent, close: () => void): void => {
    event.preventDefault()
    const names = [account, account.slice(account.indexOf('_') + 1)]
    const broken = passwordFault(filled.fresh, names, rule)
    const again = filled.again === '' ? t('ownAccount.againMissing') : t('ownAccount.inconsistent')
    const found = {
      old: filled.old === '' ? t('ownAccount.oldPasswordMissing') : undefined,
      fresh: broken && reasonText(language, PASSWORD_REASON[broken]),
      again: filled.again !== '' && filled.again === filled.fresh ? undefined : again,
    }
    setFaults(found)
    if (found.old !== undefined || found.fresh !== undefined || found.again !== undefined) return
    close()
    void changePassword({
      oldPassword: filled.old,
      password: filled.fresh,
      accountType: user?.userInfo.AccountType ?? 0,
      account,
      AppID: appId,
    })
  }
  const field = (name: keyof Filled, autoComplete: string) => ({
    type: 'password',
    autoComplete,
    isRequired: true,
    value: filled[name],
    onType: (value: string) => setFilled({ ...filled, [name]: value }),
    fault: faults[name],
  })
  return (
    <Dialog title={t('shell.changePassword')} onClose={onClose}>
      {(close) => (
        <form className="dialog-form" noValidate onSubmit={(event) => submit(event, close)}>
          <TextField label={t('ownAccount.oldPassword')} {...field('old', 'current-password')} />
          <TextField
            label={t('ownAccount.newPassword')}
            hint={t(rule === 'strong' ? 'ownAccount.strongHint' : 'ownAccount.simpleHint')}
            {...field('fresh', 'new-password')}
          />
          <TextField label={t('ownAccount.confirmPassword')} {...field('again', 'new-password')} />
          <p>{t('ownAccount.endsSessions')}</p>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={close}>
              {t('ui.cancel')}
            </button>
            <button type="submit" className="button button-primary">
              {t('ui.confirm')}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
