import { uploadInfo } from '@vedette/contract/calls/own-account'
import { type ReactNode, useState } from 'react'

import { session, useSession } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { TextField } from '../../ui/Field.tsx'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'

/** User name (section 9). */
const USER_NAME_MOST = 50

export function ProfileTab(): ReactNode {
  const t = useT()
  const language = useLanguage((state) => state.language)
  const user = useSession((state) => state.user)
  const kept = user?.userInfo.Name ?? ''
  const [name, setName] = useState(kept)
  const [fault, setFault] = useState<string>()
  const save = async (): Promise<void> => {
    const Name = name.trim()
    setFault(Name ? undefined : t('ownAccount.nameMissing'))
    if (!Name || Name === kept) return
    try {
      await send(uploadInfo, { Name })
      const { user: now } = session.getState()
      if (now) session.keepUserInfo({ ...now.userInfo, Name })
      say('success', t('ownAccount.saved'))
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setFault(failureText(language, cause))
    }
  }
  return (
    <>
      <p className="field">
        <span>{t('ownAccount.loginAccount')}</span>
        <b>{user?.currentAccount}</b>
      </p>
      <TextField
        label={t('ownAccount.userName')}
        hint={t('ownAccount.userNameHint')}
        fault={fault}
        value={name}
        onType={setName}
        maxLength={USER_NAME_MOST}
        autoComplete="name"
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </>
  )
}
