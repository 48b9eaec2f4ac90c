import './exports.css'

import { useQueryClient } from '@tanstack/react-query'
import { addExport, type ExportKind, MAX_EXPORT_MS, recordExports } from '@vedette/contract/calls/export'
import { type ReactNode, useState } from 'react'

import { useCompanyTime } from '../../app/company-time.ts'
import { useT } from '../../i18n/language.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Choice } from '../../ui/Choice.tsx'
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { useFormFaults } from '../../ui/use-form-faults.ts'
import { ask } from '../../wire/send.ts'
import { ExportList } from './ExportList.tsx'
import { lengthText } from './length-text.ts'
import { spanText } from './span-text.ts'

interface Props {
  /** Those that are shown, the chosen one first. */
  cameras: readonly (DeviceChannel & { name: string })[]
  /** The marked time. */
  range: { fromMs: number; toMs: number } | undefined
  onClose: () => void
}

/** What can be taken along of the marked time, and what was. */
export function Exports({ cameras, range, onClose }: Props): ReactNode {
  const t = useT()
  return (
    <Dialog kind="drawer" title={t('replay.exports')} onClose={onClose}>
      {() => (
        <div className="exports">
          {range && cameras.length > 0 ? (
            <NewExport cameras={cameras} range={range} />
          ) : (
            <p className="exports-hint">{t('replay.exportHint')}</p>
          )}
          <ExportList />
        </div>
      )}
    </Dialog>
  )
}

function NewExport({
  cameras,
  range,
}: Pick<Props, 'cameras'> & { range: NonNullable<Props['range']> }): ReactNode {
  const t = useT()
  const time = useCompanyTime()
  const queries = useQueryClient()
  const [kind, setKind] = useState<ExportKind>('mp4')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [note, setNote] = useState('')
  const taken = cameras.filter(({ did, channel }) => !left.has(`${did}~${channel}`))
  const { faults, attempt } = useFormFaults()
  const [wasSent, setSent] = useState(false)
  const isTooLong = range.toMs - range.fromMs > MAX_EXPORT_MS
  const begin = (): Promise<boolean> =>
    attempt([], async () => {
      const Cameras = taken.map(({ did, channel }) => ({ DID: did, Channel: channel }))
      const [From, To] = [Math.floor(range.fromMs), Math.ceil(range.toMs)]
      await ask(addExport, { Cameras, From, To, Kind: kind, Note: note.trim() })
      setNote('')
      await queries.invalidateQueries({ queryKey: [recordExports.path] })
    })
  return (
    <form
      className="exports-new"
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        if (taken.length > 0 && !isTooLong) void begin()
      }}
    >
      <p>
        {spanText(time, range.fromMs, range.toMs)} ({lengthText(range.toMs - range.fromMs)})
      </p>
      <fieldset>
        <legend>{t('replay.cameras')}</legend>
        {cameras.map(({ did, channel, name }) => {
          const key = `${did}~${channel}`
          return (
            <Checkbox
              key={key}
              label={name}
              state={left.has(key) ? 'none' : 'checked'}
              onCheck={(isTaken) => {
                const next = new Set(left)
                if (isTaken) next.delete(key)
                else next.add(key)
                setLeft(next)
              }}
            />
          )
        })}
        <p className="fault" role="alert">
          {wasSent && taken.length === 0 && t('replay.camerasMissing')}
        </p>
      </fieldset>
      <Choice
        label={t('replay.exportKind')}
        value={kind}
        options={[
          { value: 'mp4', label: t('replay.exportFilm') },
          { value: 'evidence', label: t('replay.exportEvidence') },
        ]}
        onChoose={setKind}
      />
      <p className="exports-hint">
        {t(kind === 'mp4' ? 'replay.exportFilmHint' : 'replay.exportEvidenceHint')}
      </p>
      <TextField label={t('replay.exportNote')} value={note} maxLength={200} onType={setNote} />
      {isTooLong && <p role="alert">{t('replay.downloadTooLong')}</p>}
      <p className="fault" role="alert">
        {faults['']}
      </p>
      <button type="submit" className="button button-primary">
        {t('replay.exportBegin')}
      </button>
    </form>
  )
}
