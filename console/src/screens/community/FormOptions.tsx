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

/** What the forms offer: added, renamed and deleted by the company. */
export function FormOptions({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT()
  const { options } = useValues()
  const changed = useCommunityChanged()
  const [kind, setKind] = useState<DictionaryKind>('areaType')
  const [name, setName] = useState('')
  const [deleted, setDeleted] = useState<Option>()
  const [renamed, setRenamed] = useState<Option>()
  const rename = async ({ value, label }: Option): Promise<void> => {
    await send(saveDictionaryValue, { ValueID: value, Kind: kind, Name: label })
    setRenamed(undefined)
    await changed()
  }
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
                {renamed?.value === option.value ? (
                  <Rename
                    option={renamed}
                    onType={(label) => setRenamed({ ...option, label })}
                    onSave={() => rename(renamed)}
                    onCancel={() => setRenamed(undefined)}
                  />
                ) : (
                  <button
                    type="button"
                    className="button button-plain"
                    title={t('community.renameOption', { name: option.label })}
                    aria-label={t('community.renameOption', { name: option.label })}
                    onClick={() => setRenamed(option)}
                  >
                    {option.label}
                  </button>
                )}
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

interface RenameProps {
  option: Option
  onType: (label: string) => void
  onSave: () => Promise<void>
  onCancel: () => void
}

function Rename({ option: { label }, onType, onSave, onCancel }: RenameProps): ReactNode {
  const t = useT()
  return (
    <form
      className="community-add"
      onSubmit={(event) => {
        event.preventDefault()
        if (label.trim() !== '') void onSave().catch(() => undefined)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The dialog stays.
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      <TextField label={t('community.optionName')} value={label} onType={onType} maxLength={50} autoFocus />
      <button type="submit" className="button">
        {t('community.save')}
      </button>
    </form>
  )
}
