import {
  cancelImport,
  IMPORT_FILE_BYTES,
  type ImportResult,
  type RowFault,
} from '@vedette/contract/calls/device-import'
import { isReasonWord } from '@vedette/contract/reasons'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { ofEntry } from '../../i18n/entry.ts'
import { useLanguage, useT } from '../../i18n/language.ts'
import { type Language, type OwnLanguage, ownLanguageFor } from '../../i18n/packs.ts'
import { reasonText } from '../../i18n/reason-text.ts'
import { useHeld } from '../Dialog.tsx'
import { saveFile } from '../save-file.ts'
import { DataTable } from '../table/DataTable.tsx'
import { TaskProgress } from '../TaskProgress.tsx'
import { say } from '../toasts.ts'
import { Upload } from '../Upload.tsx'
import { succeeds } from '../../wire/failure.ts'
import { send } from '../../wire/send.ts'
import { followImport } from './follow-import.ts'
import { useFormFaults } from '../use-form-faults.ts'

interface SavedFile {
  FileName: string
  /** Base64. */
  File: string
}

interface Props {
  /** File name extensions that are accepted. */
  endings: '.xlsx' | '.xlsx,.xls'
  /** The columns, by the names that faults have. */
  heads: Readonly<Record<string, { en: string; zh: string }>>
  texts: {
    template: string
    wrongFile: string
    fileHint: string
    add: (count: number) => string
    imported: (count: number) => string
  }
  template: (language: OwnLanguage) => Promise<SavedFile>
  /** The rows that were wrong, to be mended and sent again; without it there is no such file. */
  errors?: (asked: { JobID: string; File: string; Language: OwnLanguage }) => Promise<SavedFile>
  /** The body of the call that begins it. */
  begin: (sheet: { File: string; DryRun: boolean; SkipBad: boolean }) => Promise<{ JobID: string }>
  onImported: () => Promise<unknown>
  onDone: () => void
  /** A further field, and what is wrong with it before it is sent. */
  field?: { name: string; fault: () => string | undefined; show: (fault: string | undefined) => ReactNode }
}

interface Progress {
  isDryRun: boolean
  label: string
  done: number
  total: number
  jobId?: string
}

/** Template, file, check with a fault for each row, and then all rows or none. */
export function ImportSheet(props: Props): ReactNode {
  const { endings, heads, texts, template, errors, begin, onImported, onDone, field } = props
  const t = useT()
  const language = useLanguage((choice) => choice.language)
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState<Progress>()
  const [result, setResult] = useState<ImportResult & { jobId: string }>()
  // What is being imported is not lost with the dialog.
  useHeld(file !== undefined && progress?.isDryRun !== false)
  // The import goes on when its dialog is closed, and then there is nothing to close.
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  const pick = (files: readonly File[]): void => {
    const [picked] = files
    const isSheet =
      picked !== undefined && endings.split(',').some((it) => picked.name.toLowerCase().endsWith(it))
    setFaults(isSheet ? {} : { File: texts.wrongFile })
    setFile(isSheet ? picked : undefined)
    setResult(undefined)
  }

  const run = async (isDryRun: boolean, skipsBad: boolean): Promise<void> => {
    const wrong = field?.fault()
    if (field && wrong !== undefined) return setFaults({ [field.name]: wrong })
    if (!file) return setFaults({ File: t('devices.fileFirst') })
    if (file.size > IMPORT_FILE_BYTES) return setFaults({ File: texts.fileHint })
    const task = { isDryRun, label: t(isDryRun ? 'devices.checking' : 'devices.importing') }
    setProgress({ ...task, done: 0, total: 0 })
    await attempt(['File', ...(field ? [field.name] : [])], async () => {
      const { JobID } = await begin({ File: await base64Of(file), DryRun: isDryRun, SkipBad: skipsBad })
      const follow = (done: number, total: number) => setProgress({ ...task, done, total, jobId: JobID })
      const { State, Result: ended } = await followImport(JobID, follow)
      if (State === 'cancelled') return say('success', t('devices.importCancelled'))
      if (!ended) return setFaults({ '': t('devices.importFailed') })
      setResult({ ...ended, jobId: JobID })
      if (ended.FileFault !== '') setFaults({ File: wordText(language, ended.FileFault) })
      if (isDryRun || ended.Added === 0) return
      say('success', texts.imported(ended.Added))
      await onImported()
      if (isShown.current) onDone()
    })
    setProgress(undefined)
  }

  const download = (fetchFile: () => Promise<SavedFile>): Promise<boolean> =>
    attempt([], async () => {
      const { FileName, File: content } = await fetchFile()
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
      <p>{texts.template}</p>
      <p className="import-files">
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void download(() => template(ownLanguageFor(language)))}
        >
          {t('devices.template')}
        </button>
      </p>
      <Upload
        label={t('devices.file')}
        accept={endings}
        hint={texts.fileHint}
        fault={faults['File']}
        file={file}
        onFiles={pick}
      />
      {field?.show(faults[field.name])}
      <p className="fault" role="alert">
        {faults['']}
      </p>
      {result && result.FileFault === '' && <Checked result={result} heads={heads} language={language} />}
      {errors && file && result && result.Bad > 0 && !progress && (
        <p className="import-files">
          <button
            type="button"
            className="button"
            disabled={isBusy}
            onClick={() =>
              void download(async () =>
                errors({
                  JobID: result.jobId,
                  File: await base64Of(file),
                  Language: ownLanguageFor(language),
                }),
              )
            }
          >
            {t('devices.errorFile')}
          </button>{' '}
          {t('devices.errorFileHint')}
        </p>
      )}
      {progress && (
        <TaskProgress
          label={progress.label}
          total={progress.total === 0 ? undefined : progress.total}
          done={progress.done}
          {...(jobId === undefined ? {} : { onCancel: () => void cancel(jobId) })}
        />
      )}
      {/* They stay, so that the one that was pressed has the focus again when the file is checked. */}
      <div className="dialog-actions">
        <button
          type="button"
          className={result && result.Good > 0 ? 'button' : 'button button-primary'}
          disabled={isBusy}
          onClick={() => void run(true, false)}
        >
          {t('devices.check')}
        </button>
        {result && result.Good > 0 && (
          <button
            type="button"
            className="button button-primary"
            disabled={isBusy}
            onClick={() => void run(false, result.Bad > 0)}
          >
            {result.Bad > 0 ? t('devices.importGood', { count: result.Good }) : texts.add(result.Good)}
          </button>
        )}
      </div>
    </div>
  )
}

interface CheckedProps {
  result: ImportResult
  heads: Props['heads']
  language: Language
}

function Checked({ result, heads, language }: CheckedProps): ReactNode {
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
                cell: ({ Column }) => headIn(language, heads[Column]) ?? Column,
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

/** As it stands in the file. */
function headIn(language: Language, head: { en: string; zh: string } | undefined): string | undefined {
  return head && ofEntry(language, head)
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
