import {
  exportVehicles,
  importVehicles,
  VEHICLE_COLUMNS,
  vehicleTemplate,
} from '@vedette/contract/calls/community-import'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { ownLanguageFor } from '../../i18n/packs.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ImportSheet } from '../../ui/import-sheet/ImportSheet.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { say } from '../../ui/toasts.ts'
import { ask, send } from '../../wire/send.ts'
import { useCommunityChanged } from './queries.ts'

/** Vehicles from a spreadsheet, and as one. */
export function VehicleSheets({
  areaId,
  keyword,
}: {
  areaId: string
  keyword: string | undefined
}): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const changed = useCommunityChanged()
  const may = { import: useCan('vehicle', 'import'), export: useCan('vehicle', 'export') }
  const [isImporting, setImporting] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const save = async (): Promise<void> => {
    setExporting(true)
    try {
      const asked = { Keyword: keyword, AreaID: areaId || undefined, Language: ownLanguageFor(language) }
      const { FileName, File, Total } = await send(exportVehicles, asked)
      saveFile(FileName, File)
      say('success', t('community.exported', { count: Total }))
    } finally {
      setExporting(false)
    }
  }
  return (
    <>
      {may.import && (
        <button type="button" className="button" onClick={() => setImporting(true)}>
          {t('community.import')}
        </button>
      )}
      {may.export && (
        <button
          type="button"
          className="button"
          disabled={isExporting}
          onClick={() => void save().catch(() => undefined)}
        >
          {t('community.export')}
        </button>
      )}
      {isImporting && (
        <Dialog title={t('community.importVehicles')} kind="wide" onClose={() => setImporting(false)}>
          {(close) => (
            <ImportSheet
              endings=".xlsx"
              heads={VEHICLE_COLUMNS}
              texts={{
                template: t('community.templateText'),
                wrongFile: t('community.xlsxOnly'),
                fileHint: t('community.fileHint'),
                add: (count) => t('community.addVehicles', { count }),
                imported: (count) => t('community.imported', { count }),
              }}
              template={(Language) => ask(vehicleTemplate, { Language })}
              begin={(sheet) => ask(importVehicles, sheet)}
              onImported={changed}
              onDone={close}
            />
          )}
        </Dialog>
      )}
    </>
  )
}
