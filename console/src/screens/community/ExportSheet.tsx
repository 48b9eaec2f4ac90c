import type { exportVehicles } from '@vedette/contract/calls/community-import'
import { type ReactNode, useState } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import { ownLanguageFor } from '../../i18n/packs.ts'
import { saveFile } from '../../ui/save-file.ts'
import { say } from '../../ui/toasts.ts'
import { send } from '../../wire/send.ts'

export interface Sought {
  areaId: string
  keyword: string | undefined
}

interface Props extends Sought {
  /** Or of residents, which is asked for and replied to alike. */
  call: typeof exportVehicles
  /** What is said of so many rows. */
  done: (count: number) => string
}

/** Saves what the search finds as a spreadsheet. */
export function ExportSheet({ call, areaId, keyword, done }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const asked = { Keyword: keyword, AreaID: areaId || undefined, Language: ownLanguageFor(language) }
      const { FileName, File, Total } = await send(call, asked)
      saveFile(FileName, File)
      say('success', done(Total))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className="button"
      disabled={isBusy}
      onClick={() => void save().catch(() => undefined)}
    >
      {t('community.export')}
    </button>
  )
}
