import { USER_NAME_MAX } from '@vedette/contract/calls/account'
import { uploadImage, uploadInfo } from '@vedette/contract/calls/own-account'
import { type ReactNode, useState } from 'react'

import { Avatar } from '../../app/Avatar.tsx'
import { refreshUserInfo } from '../../app/own-session.ts'
import { session, useSession } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { TextField } from '../../ui/Field.tsx'
import { ImageUpload } from '../../ui/ImageUpload.tsx'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'
import { send, sendFiles } from '../../wire/send.ts'

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
  const choose = async (files: readonly File[]): Promise<void> => {
    const { Url } = await sendFiles(uploadImage, files, {})
    await send(uploadInfo, { Icon: Url })
    await refreshUserInfo()
    say('success', t('ownAccount.saved'))
  }
  return (
    <>
      <div className="own-account-avatar">
        <Avatar icon={user?.userInfo.Icon ?? ''} />
        <ImageUpload label={t('ownAccount.changeAvatar')} onSend={choose} />
      </div>
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
        maxLength={USER_NAME_MAX}
        autoComplete="name"
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </>
  )
}
