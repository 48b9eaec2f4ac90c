import { MOST_PICTURE_BYTES, PICTURE_LIMITS } from '@vedette/contract/picture-limits'
import type { ReasonWord } from '@vedette/contract/reasons'
import { type ReactNode, useState } from 'react'

import { useLanguage, useT } from '../i18n/language.ts'
import { reasonText } from '../i18n/reason-text.ts'
import { failureText } from '../i18n/translate.ts'
import { CallFailure } from '../wire/failure.ts'
import { Upload } from './Upload.tsx'

interface Props {
  label: string
  /** How many there may be in all, and how many of these can still be taken; they are sent one after another. */
  most?: number
  room?: number
  /** What may be chosen, where that is more than one picture. */
  hint?: string | undefined
  /** Its failure is said beneath. */
  onSend: (files: readonly File[]) => Promise<void>
}

/** Reading 48. BMP has no one name. */
const KINDS = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp', 'image/x-ms-bmp']

/** Takes pictures and sends them. */
export function ImageUpload({ label, most = 1, room = most, hint, onSend }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((state) => state.language)
  const [fault, setFault] = useState<string>()
  const [isSending, setSending] = useState(false)
  const choose = async (files: readonly File[]): Promise<void> => {
    const broken = faultOf(files, most, room)
    setFault(broken && reasonText(language, broken, limitsOf(most)))
    if (broken || isSending) return
    setSending(true)
    try {
      for (const file of files) await onSend([file])
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      // A refusal of the picture says enough; what else fails may work at another time.
      const reason = failureText(language, cause)
      setFault(cause.reason === 'badInput' ? reason : t('ui.uploadFailed', { reason }))
    } finally {
      setSending(false)
    }
  }
  return (
    <div aria-busy={isSending}>
      <Upload
        label={label}
        accept={KINDS.join(',')}
        isMultiple={most > 1}
        hint={isSending ? t('ui.uploading') : (hint ?? t('ui.imageHint'))}
        fault={fault}
        file={undefined}
        onFiles={(files) => void choose(files)}
        onNothing={() => void choose([])}
      />
    </div>
  )
}

function limitsOf(most: number): Record<string, number> {
  return { Most: most, ...PICTURE_LIMITS }
}

function faultOf(files: readonly File[], most: number, room: number): ReasonWord | undefined {
  if (files.length === 0) return 'chooseImage'
  if (files.length > room) return most === 1 ? 'oneImage' : 'tooManyImages'
  if (!files.every(({ type }) => type.startsWith('image/'))) return 'onlyImages'
  if (!files.every(({ type }) => KINDS.includes(type))) return 'imageKind'
  return files.every(({ size }) => size <= MOST_PICTURE_BYTES) ? undefined : 'imageTooLarge'
}
