import type { ReactNode } from 'react'

import { useT } from '../../i18n/language.ts'
import { codeText } from '../../i18n/translate.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { listed } from '../../ui/listed.ts'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'
import { Hindrance } from '@vedette/contract/refusals'
import { useAllAreas } from './queries.ts'

interface AreaFilterProps {
  value: string
  onChoose: (areaId: string) => void
  /** There is an entry for all. */
  hasAll?: boolean
}

export function AreaFilter({ value, onChoose, hasAll = true }: AreaFilterProps): ReactNode {
  const t = useT()
  const areas = useAllAreas()
  return (
    <select
      className="input"
      aria-label={t('community.area')}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {hasAll && <option value="">{t('community.anyArea')}</option>}
      {areas.map(({ AreaID, Name }) => (
        <option key={AreaID} value={AreaID}>
          {Name}
        </option>
      ))}
    </select>
  )
}

interface DeleteProps {
  names: readonly string[]
  /** Further sentences of the question. */
  children?: ReactNode
  onDelete: () => Promise<unknown>
  onClose: () => void
}

/** Asks by name; what is still in use is said with its count. */
export function DeleteQuestion({ names, children, onDelete, onClose }: DeleteProps): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const confirm = async (): Promise<void> => {
    try {
      await onDelete()
      say('success', t('community.deleted'))
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      const count = Hindrance.safeParse(cause.body).data?.Count
      say(
        'error',
        count === undefined ? codeText(language, cause.code, cause.reason) : t('community.inUse', { count }),
      )
    }
  }
  return (
    <Confirm
      title={t('community.delete')}
      confirmLabel={t('community.delete')}
      isDestructive
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('community.deleteQuestion', { names: listed(t, names) })}</p>
      {children}
    </Confirm>
  )
}
