import type { BodyOf } from '@vedette/contract/call'
import {
  FILTER_NAME_MAX,
  renameDeviceFilter,
  type SavedFilter,
  saveDeviceFilter,
} from '@vedette/contract/calls/device-filter'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useT } from '../../../i18n/language.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { say } from '../../../ui/toasts.ts'
import { send } from '../../../wire/send.ts'
import { useFormFaults } from '../../../ui/use-form-faults.ts'

type Content = Pick<BodyOf<typeof saveDeviceFilter>, 'Filter' | 'Columns'>

type Props = {
  own: readonly SavedFilter[]
  onDone: () => Promise<unknown>
  onClose: () => void
} & ({ content: Content; renamed?: never } | { renamed: SavedFilter; content?: never })

/** A name for what is set now, or another one for a filter. */
export function FilterName({ own, content, renamed, onDone, onClose }: Props): ReactNode {
  const t = useT()
  const [name, setName] = useState(renamed?.Name ?? '')
  const { faults, isBusy, attempt, setFaults } = useFormFaults()
  const Name = name.trim()
  const same = content && own.find((it) => it.Name === Name)
  const submit = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    if (Name === '') return setFaults({ Name: t('filters.nameMissing') })
    const isDone = await attempt(['Name'], async () => {
      if (content) await send(saveDeviceFilter, { FilterID: same?.FilterID, Name, ...content })
      else await send(renameDeviceFilter, { FilterID: renamed.FilterID, Name })
    })
    if (!isDone) return
    say('success', t('filters.saved', { name: Name }))
    await onDone()
    close()
  }
  return (
    <Dialog title={t(content ? 'filters.saveThis' : 'filters.rename')} onClose={onClose}>
      {(close) => (
        <form
          className="dialog-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void submit(event, close)}
        >
          <TextField
            label={t('filters.name')}
            hint={content && t(same ? 'filters.replaces' : 'filters.keeps')}
            isRequired
            value={name}
            maxLength={FILTER_NAME_MAX}
            fault={faults['Name']}
            onType={setName}
          />
          <FormEnd fault={faults['']} isBusy={isBusy} submit={t('ui.save')} onCancel={close} />
        </form>
      )}
    </Dialog>
  )
}
