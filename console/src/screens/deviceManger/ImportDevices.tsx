import { useQueryClient } from '@tanstack/react-query'
import {
  batchJoinGroupByExcel,
  importErrors,
  importHeads,
  importTemplate,
} from '@vedette/contract/calls/device-import'
import type { GroupNode } from '@vedette/contract/calls/group'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { ImportSheet } from '../../ui/import-sheet/ImportSheet.tsx'
import { ask } from '../../wire/send.ts'
import { variants } from '../../wire/settings.ts'
import { firstRegion, RegionField } from './DeviceFields.tsx'
import { refreshDevices } from './queries.ts'

interface Props {
  forest: readonly GroupNode[]
  gid: string
  onDone: () => void
}

export function ImportDevices({ forest, gid: startGid, onDone }: Props): ReactNode {
  const t = useT()
  const client = useQueryClient()
  const [gid, setGid] = useState(firstRegion(startGid, forest))
  return (
    <ImportSheet
      endings=".xlsx,.xls"
      heads={importHeads(variants.includes('telecom'))}
      texts={{
        template: t('devices.templateText'),
        wrongFile: t('devices.fileWrong'),
        fileHint: t('devices.fileHint'),
        add: (count) => t('devices.importAll', { count }),
        imported: (count) => t('devices.imported', { count }),
      }}
      template={(Language) => ask(importTemplate, { Language })}
      errors={(asked) => ask(importErrors, asked)}
      begin={(sheet) => ask(batchJoinGroupByExcel, { GID: gid ?? '', ...sheet })}
      onImported={() => refreshDevices(client)}
      onDone={onDone}
      field={{
        name: 'GID',
        fault: () => (gid === undefined ? t('devices.regionRequired') : undefined),
        show: (fault) => <RegionField forest={forest} gid={gid} onChoose={setGid} fault={fault} />,
      }}
    />
  )
}
