import { changeGroupName, createGroup, type GroupNode } from '@vedette/contract/calls/group'
import { type FormEvent, type ReactNode, useState } from 'react'

import { useLanguage, useT } from '../../../i18n/language.ts'
import { failureText } from '../../../i18n/translate.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { CallFailure } from '../../../wire/failure.ts'
import { send } from '../../../wire/send.ts'
import { useRegionsChanged } from './queries.ts'

const LONGEST_NAME = 50

type Props = { onClose: () => void; onDone?: (gid: string) => void } & (
  | { parent: GroupNode; region?: never }
  | { region: GroupNode; parent?: never }
)

/** A new region below one, or another name for one. */
export function RegionForm({ parent, region, onClose, onDone }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const changed = useRegionsChanged()
  const [name, setName] = useState(region?.GroupName ?? '')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent, close: () => void): Promise<void> => {
    event.preventDefault()
    const GroupName = name.trim()
    if (!GroupName) return setFault(t('regions.nameMissing'))
    setBusy(true)
    try {
      if (region) await send(changeGroupName, { GID: region.GID, GroupName })
      else onDone?.((await send(createGroup, { ParentGID: parent.GID, GroupName })).GID)
      await changed()
      close()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      setFault(failureText(language, cause))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={t(region ? 'regions.rename' : 'regions.add')} onClose={onClose}>
      {(close) => (
        <form
          className="dialog-form"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void save(event, close)}
        >
          <TextField
            label={t('regions.name')}
            hint={parent && t('regions.below', { name: parent.GroupName })}
            isRequired
            value={name}
            maxLength={LONGEST_NAME}
            fault={fault}
            onType={setName}
          />
          <FormEnd isBusy={isBusy} submit={t('ui.save')} onCancel={close} />
        </form>
      )}
    </Dialog>
  )
}
