import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  deleteFirmware,
  type Firmware,
  firmwareList,
  MAX_FIRMWARE_BYTES,
} from '@vedette/contract/calls/upgrade'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { useHeld } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { TaskProgress } from '../../../ui/TaskProgress.tsx'
import { say } from '../../../ui/toasts.ts'
import { Upload } from '../../../ui/Upload.tsx'
import { send } from '../../../wire/send.ts'
import { useFormFaults } from '../../../ui/use-form-faults.ts'
import { useStoppable } from '../../../ui/use-stoppable.ts'
import { uploadFirmware } from './upload.ts'

const MEGABYTE = 1_000_000

/** The firmware of each model, and a form for more. */
export function FirmwareStore(): ReactNode {
  const t = useT()
  const queries = useQueryClient()
  const [removing, setRemoving] = useState<Firmware>()
  const files = useQuery({
    queryKey: [firmwareList.path],
    queryFn: async ({ signal }) => (await send(firmwareList, {}, { signal })).List,
  })
  const changed = () => queries.invalidateQueries({ queryKey: [firmwareList.path] })
  return (
    <div className="dialog-form">
      <DataTable
        label={t('upgrades.store')}
        rows={files.data ?? []}
        isLoading={files.isPending}
        query={files}
        keyOf={({ Model, Version }) => `${Model} ${Version}`}
        nameOf={({ Model, Version }) => `${Model} ${Version}`}
        empty={
          <EmptyState title={t('upgrades.noFirmware')} text={t('upgrades.noFirmwareText')} drawing="file" />
        }
        columns={[
          { key: 'model', head: t('upgrades.model'), cell: ({ Model }) => Model },
          {
            key: 'version',
            head: t('upgrades.version'),
            cell: ({ Version, IsReady }) => (IsReady ? Version : `${Version} (${t('upgrades.incomplete')})`),
          },
          { key: 'file', head: t('upgrades.file'), cell: ({ FileName }) => FileName },
          {
            key: 'size',
            head: t('upgrades.size'),
            isNumeric: true,
            cell: ({ Bytes }) => `${(Bytes / MEGABYTE).toFixed(1)} MB`,
          },
        ]}
        actions={(row) => (
          <button type="button" className="button button-danger" onClick={() => setRemoving(row)}>
            {t('upgrades.remove')}
          </button>
        )}
      />
      <UploadForm onDone={changed} />
      {removing && (
        <Confirm
          title={t('upgrades.remove')}
          confirmLabel={t('upgrades.remove')}
          isDestructive
          onConfirm={async () => {
            await send(deleteFirmware, { Model: removing.Model, Version: removing.Version })
            await changed()
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>{t('upgrades.removeAsk', { model: removing.Model, version: removing.Version })}</p>
        </Confirm>
      )}
    </div>
  )
}

function UploadForm({ onDone }: { onDone: () => Promise<unknown> }): ReactNode {
  const t = useT()
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const [model, setModel] = useState('')
  const [version, setVersion] = useState('')
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState(0)
  const upload = useStoppable()
  useHeld(isBusy)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!model.trim() || !version.trim() || !file) return setFaults({ '': t('upgrades.missing') })
    if (file.size > MAX_FIRMWARE_BYTES) return setFaults({ '': t('upgrades.tooLarge') })
    const wanted = { model: model.trim(), version: version.trim(), file }
    let isWhole = false
    await attempt(['Model', 'Version'], async () => {
      isWhole = await uploadFirmware(wanted, setSent, upload.begin())
    })
    if (isWhole) {
      say('success', t('upgrades.uploaded'))
      setFile(undefined)
    }
    await onDone()
  }
  return (
    <form className="dialog-form" noValidate aria-busy={isBusy} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('upgrades.model')}
        isRequired
        maxLength={64}
        value={model}
        fault={faults['Model']}
        onType={setModel}
      />
      <TextField
        label={t('upgrades.version')}
        isRequired
        maxLength={64}
        value={version}
        fault={faults['Version']}
        onType={setVersion}
      />
      <Upload
        label={t('upgrades.choose')}
        accept="*/*"
        hint={t('upgrades.chooseHint')}
        fault={faults['']}
        file={file}
        onFiles={([first]) => setFile(first)}
      />
      {isBusy && file && (
        <TaskProgress label={t('upgrades.uploading')} total={file.size} done={sent} onCancel={upload.stop} />
      )}
      <div className="dialog-actions">
        <button type="submit" className="button button-primary" disabled={isBusy}>
          {t('upgrades.upload')}
        </button>
      </div>
    </form>
  )
}
