import { uploadCommunityPhoto } from '@vedette/contract/calls/community-people'
import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { ImageUpload } from '../../ui/ImageUpload.tsx'
import { sendFiles } from '../../wire/send.ts'
import { requestBase } from '../../wire/settings.ts'

interface Props {
  label: string
  fault: string | undefined
  isRequired?: boolean
  most: number
  /** Addresses of pictures that were uploaded. */
  value: readonly string[]
  onAdd: (url: string) => void
  onChange: (value: readonly string[]) => void
}

/** Pictures are uploaded as they are chosen; those of a form that is not saved go by themselves. */
export function Photos({ label, fault, isRequired = false, most, value, onAdd, onChange }: Props): ReactNode {
  const t = useT()
  return (
    <fieldset className="community-photos" data-required={isRequired}>
      <legend>{label}</legend>
      <div className="community-photo-row">
        {value.map((url, at) => (
          <figure key={url}>
            <img src={requestBase + url} alt={t('community.photo', { at: at + 1 })} />
            <button
              type="button"
              className="icon-button"
              aria-label={t('community.removePhoto', { at: at + 1 })}
              onClick={() => onChange(value.filter((it) => it !== url))}
            >
              ×
            </button>
          </figure>
        ))}
      </div>
      {value.length < most && (
        <ImageUpload
          label={t('community.choosePhoto')}
          hint={most > 1 ? t('community.photosHint', { most }) : undefined}
          most={most}
          room={most - value.length}
          onSend={async (files) => {
            const { Url } = await sendFiles(uploadCommunityPhoto, files, {})
            onAdd(Url)
          }}
        />
      )}
      <p className="fault" role="alert">
        {fault}
      </p>
    </fieldset>
  )
}
