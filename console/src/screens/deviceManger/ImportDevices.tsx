import { useQueryClient } from '@tanstack/react-query'
import {
  batchJoinGroupByExcel,
  cancelImport,
  IMPORT_COLUMNS,
  IMPORT_FILE_BYTES,
  type ImportColumn,
  type ImportResult,
  importTemplate,
  type RowFault,
} from '@vedette/contract/calls/device-import'
import type { GroupNode } from '@vedette/contract/calls/group'
import { isReasonWord, reasonText } from '@vedette/contract/reasons'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { useLanguage, useT } from '../../i18n/language.ts'
import type { Language } from '../../i18n/translate.ts'
import { saveFile } from '../../ui/save-file.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { TaskProgress } from '../../ui/TaskProgress.tsx'
import { say } from '../../ui/toasts.ts'
import { Upload } from '../../ui/Upload.tsx'
import { succeeds } from '../../wire/failure.ts'
import { ask, send } from '../../wire/send.ts'
import { firstRegion, RegionField } from './DeviceFields.tsx'
import { followImport } from './follow-import.ts'
import { useFormFaults } from './form-faults.ts'
import { refreshDevices } from './queries.ts'

interface Props {
  forest: readonly GroupNode[]
  gid: string
  onDone: () => void
}

/** Template, file, check with a fault for each row, and then all rows or none. */
export function ImportDevices({ forest, gid: startGid, onDone }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((choice) => choice.language)
  const client = useQueryClient()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [gid, setGid] = useState(firstRegion(startGid, forest))
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState<{ label: string; done: number; total: number; jobId?: string }>()
  const [result, setResult] = useState<ImportResult>()
  // The import goes on when its dialog is closed, and then there is nothing to close.
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  const pick = (files: readonly File[]): void => {
    const [picked] = files
    const isSheet = picked !== undefined && /\.xlsx?$/i.test(picked.name)
    setFaults(isSheet ? {} : { File: t('devices.fileWrong') })
    setFile(isSheet ? picked : undefined)
    setResult(undefined)
  }

  const run = async (isDryRun: boolean, skipsBad: boolean): Promise<void> => {
    if (gid === undefined) return setFaults({ GID: t('devices.regionRequired') })
    if (!file) return setFaults({ File: t('devices.fileFirst') })
    if (file.size > IMPORT_FILE_BYTES) return setFaults({ File: t('devices.fileHint') })
    const label = t(isDryRun ? 'devices.checking' : 'devices.importing')
    setProgress({ label, done: 0, total: 0 })
    await attempt(['File', 'GID'], async () => {
      const body = { GID: gid, File: await base64Of(file), DryRun: isDryRun, SkipBad: skipsBad }
      const { JobID } = await ask(batchJoinGroupByExcel, body)
      const follow = (done: number, total: number) => setProgress({ label, done, total, jobId: JobID })
      const { State, Result: ended } = await followImport(JobID, follow)
      if (State === 'cancelled') return say('success', t('devices.importCancelled'))
      if (!ended) return setFaults({ '': t('devices.importFailed') })
      setResult(ended)
      if (ended.FileFault !== '') setFaults({ File: wordText(language, ended.FileFault) })
      if (isDryRun || ended.Added === 0) return
      say('success', t('devices.imported', { count: ended.Added }))
      await refreshDevices(client)
      if (isShown.current) onDone()
    })
    setProgress(undefined)
  }

  const download = (): Promise<boolean> =>
    attempt([], async () => {
      const { FileName, File: content } = await ask(importTemplate, { Language: language })
      saveFile(FileName, content)
    })

  const cancel = async (JobID: string): Promise<void> => {
    await succeeds(async () => {
      const { IsCancelled } = await send(cancelImport, { JobID })
      if (!IsCancelled) say('warning', t('devices.importOver'))
    })
  }

  const jobId = progress?.jobId
  return (
    <div className="dialog-form" aria-busy={isBusy}>
      <p>{t('devices.templateText')}</p>
      <button type="button" className="button" disabled={isBusy} onClick={() => void download()}>
        {t('devices.template')}
      </button>
      <Upload
        label={t('devices.file')}
        accept=".xlsx,.xls"
        hint={t('devices.fileHint')}
        fault={faults['File']}
        file={file}
        onFiles={pick}
      />
      <RegionField forest={forest} gid={gid} onChoose={setGid} fault={faults['GID']} />
      <p className="fault" role="alert">
        {faults['']}
      </p>
      {result && result.FileFault === '' && <Checked result={result} language={language} />}
      {progress ? (
        <TaskProgress
          label={progress.label}
          total={progress.total === 0 ? undefined : progress.total}
          done={progress.done}
          {...(jobId === undefined ? {} : { onCancel: () => void cancel(jobId) })}
        />
      ) : (
        <div className="dialog-actions">
          <button type="button" className="button" disabled={isBusy} onClick={() => void run(true, false)}>
            {t('devices.check')}
          </button>
          {result && result.Good > 0 && (
            <button
              type="button"
              className="button button-primary"
              disabled={isBusy}
              onClick={() => void run(false, result.Bad > 0)}
            >
              {t(result.Bad > 0 ? 'devices.importGood' : 'devices.importAll', { count: result.Good })}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function Checked({ result, language }: { result: ImportResult; language: Language }): ReactNode {
  const t = useT()
  return (
    <section className="probed" role="status">
      <p>{t('devices.checked', { good: result.Good, total: result.Total })}</p>
      {result.Bad > 0 && (
        <>
          <p className="fault">{t('devices.badRows', { count: result.Bad })}</p>
          <DataTable
            label={t('devices.badRows', { count: result.Bad })}
            columns={[
              { key: 'row', head: t('devices.rowNumber'), cell: ({ Row }: RowFault) => Row, isNumeric: true },
              {
                key: 'column',
                head: t('devices.column'),
                cell: ({ Column }) => columnText(language, Column),
              },
              {
                key: 'wrong',
                head: t('devices.wrong'),
                cell: ({ Word, Values }) => wordText(language, Word, Values),
              },
            ]}
            rows={result.Faults}
            keyOf={({ Row, Column, Word }) => `${Row} ${Column} ${Word}`}
            nameOf={({ Row }) => String(Row)}
            empty={undefined}
          />
        </>
      )}
    </section>
  )
}

function columnText(language: Language, column: string): string {
  if (!isColumn(column)) return column
  return IMPORT_COLUMNS[column][language === 'en' ? 'en' : 'zh']
}

function isColumn(column: string): column is ImportColumn {
  return Object.hasOwn(IMPORT_COLUMNS, column)
}

function wordText(language: Language, word: string, values: RowFault['Values'] = {}): string {
  return isReasonWord(word) ? reasonText(language, word, values) : word
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
