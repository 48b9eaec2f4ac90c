import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'

interface Props {
  /** What belongs to no field. */
  fault?: string | undefined
  isBusy: boolean
  /** What happens, as a verb. */
  submit: string
  onCancel?: () => void
}

/** The end of a form: what belongs to no field, and its buttons. */
export function FormEnd({ fault, isBusy, submit, onCancel }: Props): ReactNode {
  const t = useT()
  return (
    <>
      <p className="fault" role="alert">
        {fault}
      </p>
      <div className="dialog-actions">
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {t('ui.cancel')}
          </button>
        )}
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {submit}
        </button>
      </div>
    </>
  )
}
