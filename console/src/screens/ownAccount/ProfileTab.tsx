import { USER_NAME_MAX } from '@vedette/contract/calls/account'
import { uploadImage, uploadInfo } from '@vedette/contract/calls/own-account'
import { type ReasonWord, reasonText } from '@vedette/contract/reasons'
import { type ReactNode, useState } from 'react'

import { Avatar } from '../../app/Avatar.tsx'

import { refreshUserInfo, session, useSession } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { failureText } from '../../i18n/translate.ts'
import { TextField } from '../../ui/Field.tsx'
import { say } from '../../ui/toasts.ts'
import { Upload } from '../../ui/Upload.tsx'
import { CallFailure } from '../../wire/failure.ts'
import { send, sendFiles } from '../../wire/send.ts'

function imageFaultOf(files: readonly File[]): ReasonWord | undefined {
  if (files.length === 0) return 'chooseImage'
  if (files.length > 1) return 'oneImage'
  return files[0]?.type.startsWith('image/') === true ? undefined : 'onlyImages'
}

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
  const [imageFault, setImageFault] = useState<string>()
  const [isUploading, setUploading] = useState(false)
  const choose = async (files: readonly File[]): Promise<void> => {
    const broken = imageFaultOf(files)
    setImageFault(broken && reasonText(language, broken))
    if (broken) return
    setUploading(true)
    try {
      const { Url } = await sendFiles(uploadImage, files)
      await send(uploadInfo, { Icon: Url })
      await refreshUserInfo()
      say('success', t('ownAccount.saved'))
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setImageFault(failureText(language, cause))
    } finally {
      setUploading(false)
    }
  }
  return (
    <>
      <div className="own-account-avatar" aria-busy={isUploading}>
        <Avatar icon={user?.userInfo.Icon ?? ''} />
        <Upload
          label={t('ownAccount.changeAvatar')}
          accept="image/png,image/jpeg,image/webp"
          hint={t(isUploading ? 'ownAccount.uploading' : 'ownAccount.avatarHint')}
          fault={imageFault}
          file={undefined}
          onFiles={(files) => void choose(files)}
        />
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
