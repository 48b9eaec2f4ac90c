import {
  exportVehicles,
  importVehicles,
  VEHICLE_COLUMNS,
  vehicleTemplate,
} from '@vedette/contract/calls/community-import'
import { type ReactNode, useState } from 'react'

import { useCan } from '../../app/session.ts'
import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ImportSheet } from '../../ui/import-sheet/ImportSheet.tsx'
import { ask } from '../../wire/send.ts'
import { ExportSheet, type Sought } from './ExportSheet.tsx'
import { useCommunityChanged } from './queries.ts'

/** Vehicles from a spreadsheet, and as one. */
export function VehicleSheets(sought: Sought): ReactNode {
  const t = useT()
  const changed = useCommunityChanged()
  const may = { import: useCan('vehicle', 'import'), export: useCan('vehicle', 'export') }
  const [isImporting, setImporting] = useState(false)
  return (
    <>
      {may.import && (
        <button type="button" className="button" onClick={() => setImporting(true)}>
          {t('community.import')}
        </button>
      )}
      {may.export && (
        <ExportSheet call={exportVehicles} done={(count) => t('community.exported', { count })} {...sought} />
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
