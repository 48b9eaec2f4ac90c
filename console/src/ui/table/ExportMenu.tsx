import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { succeeds } from '../../wire/failure.ts'
import { Menu } from '../aria/Menu.tsx'
import { IconDownload } from '../page-icons.tsx'
import { saveFile } from '../save-file.ts'

type ExportFormat = 'xlsx' | 'csv'

interface Props {
  /** Fetches the whole list as it is filtered. */
  fetchFile: (format: ExportFormat) => Promise<{ FileName: string; File: string }>
}

/** Gives what is listed to the browser's downloads, in either form. */
export function ExportMenu({ fetchFile }: Props): ReactNode {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const run = async (format: ExportFormat): Promise<void> => {
    setBusy(true)
    try {
      await succeeds(async () => {
        const { FileName, File } = await fetchFile(format)
        saveFile(FileName, File)
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu
      label={isBusy ? t('ui.exporting') : t('ui.export')}
      actions={(['xlsx', 'csv'] as const).map((format) => ({
        key: format,
        label: t(format === 'xlsx' ? 'ui.exportExcel' : 'ui.exportCsv'),
        isDisabled: isBusy,
        run: () => void run(format),
      }))}
    >
      <IconDownload />
    </Menu>
  )
}
