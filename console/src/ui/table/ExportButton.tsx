import { type ReactNode, useState } from 'react'

import { succeeds } from '../../wire/failure.ts'
import { saveFile } from '../save-file.ts'

interface Props {
  label: string
  busyLabel: string
  fetchFile: () => Promise<{ FileName: string; File: string }>
}

/** Gives a workbook of what is listed to the browser's downloads. */
export function ExportButton({ label, busyLabel, fetchFile }: Props): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await succeeds(async () => {
        const { FileName, File } = await fetchFile()
        saveFile(FileName, File)
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button" disabled={isBusy} onClick={() => void save()}>
      {isBusy ? busyLabel : label}
    </button>
  )
}
