import { type ReasonWord, reasonText } from '@vedette/contract/reasons'
import { type ReactNode, useState } from 'react'

import { useLanguage, useT } from '../i18n/language.ts'
import { failureText } from '../i18n/translate.ts'
import { CallFailure } from '../wire/failure.ts'
import { Upload } from './Upload.tsx'

interface Props {
  label: string
  /** Its failure is said beneath. */
  onSend: (files: readonly File[]) => Promise<void>
}

/** Takes one picture and sends it. */
export function ImageUpload({ label, onSend }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((state) => state.language)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const choose = async (files: readonly File[]): Promise<void> => {
    const broken = faultOf(files)
    setFault(broken && reasonText(language, broken))
    if (broken || isSending) return
    setSending(true)
    try {
      await onSend(files)
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setFault(failureText(language, cause))
    } finally {
      setSending(false)
    }
  }
  return (
    <div aria-busy={isSending}>
      <Upload
        label={label}
        accept="image/png,image/jpeg,image/webp"
        hint={t(isSending ? 'ui.uploading' : 'ui.imageHint')}
        fault={fault}
        file={undefined}
        onFiles={(files) => void choose(files)}
      />
    </div>
  )
}

function faultOf(files: readonly File[]): ReasonWord | undefined {
  if (files.length === 0) return 'chooseImage'
  if (files.length > 1) return 'oneImage'
  return files[0]?.type.startsWith('image/') === true ? undefined : 'onlyImages'
}
