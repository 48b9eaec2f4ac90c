import './preview-banner.css'

import type { ReactNode } from 'react'

import { useT } from '../i18n/language.ts'
import * as sections from '../i18n/sections.ts'
import { addSections } from '../i18n/translate.ts'
import { useCompanyTime } from './company-time.ts'
import { endPreview } from './own-session.ts'

addSections(sections)

/** In sight on every page of a preview, also where the role admits to none. */
export function PreviewBanner({ roleName, expiresAt }: { roleName: string; expiresAt: number }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  return (
    <aside className="preview-banner" aria-label={t('roles.preview')}>
      <span role="status">{t('roles.previewOf', { name: roleName, time: time.clock(expiresAt) })}</span>
      <button type="button" className="button" onClick={() => void endPreview()}>
        {t('roles.endPreview')}
      </button>
    </aside>
  )
}
