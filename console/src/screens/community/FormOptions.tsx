import {
  DICTIONARIES,
  type DictionaryKind,
  deleteDictionaryValue,
  saveDictionaryValue,
} from '@vedette/contract/calls/community'
import { type ReactNode, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { ask, send } from '../../wire/send.ts'
import { DeleteQuestion } from './page-parts.tsx'
import { type Option, useCommunityChanged, useValues } from './queries.ts'

const isDictionary = (kind: string): kind is DictionaryKind => DICTIONARIES.some((it) => it === kind)

/** What the forms offer: added and deleted by the company. */
export function FormOptions({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const { options } = useValues()
  const changed = useCommunityChanged()
  const [kind, setKind] = useState<DictionaryKind>('areaType')
  const [name, setName] = useState('')
  const [deleted, setDeleted] = useState<Option>()
  const add = async (): Promise<void> => {
    await send(saveDictionaryValue, { Kind: kind, Name: name })
    setName('')
    await changed()
  }
  return (
    <Dialog title={t('community.options')} kind="drawer" onClose={onClose}>
      {() => (
        <div className="dialog-form">
          <p>{t('community.optionsText')}</p>
          <SelectField
            label={t('community.type')}
            value={kind}
            options={DICTIONARIES.map((it) => ({ value: it, label: t(`community.${it}`) }))}
            onChoose={(it) => {
              if (isDictionary(it)) setKind(it)
            }}
          />
          <ul className="community-options">
            {options(kind).map((option) => (
              <li key={option.value}>
                {option.label}
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('community.deleteOption', { name: option.label })}
                  onClick={() => setDeleted(option)}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
          <form
            className="community-add"
            onSubmit={(event) => {
              event.preventDefault()
              if (name.trim() !== '') void add().catch(() => undefined)
            }}
          >
            <TextField label={t('community.newOption')} value={name} onType={setName} maxLength={50} />
            <button type="submit" className="button">
              {t('community.add')}
            </button>
          </form>
          {deleted && (
            <DeleteQuestion
              names={[deleted.label]}
              onDelete={async () => {
                await ask(deleteDictionaryValue, { ValueID: deleted.value })
                await changed()
              }}
              onClose={() => setDeleted(undefined)}
            />
          )}
        </div>
      )}
    </Dialog>
  )
}
