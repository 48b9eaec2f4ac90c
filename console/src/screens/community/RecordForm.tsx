import type { ReasonWord } from '@vedette/contract/reasons'
import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'

import { useLanguage, useT } from '../../i18n/language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, SelectField, TextField } from '../../ui/Field.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { reasonText } from '../../i18n/reason-text.ts'
import { say } from '../../ui/toasts.ts'
import { CallFailure } from '../../wire/failure.ts'
import { type Faults, faultsIn, faultsOfFailure } from './form-faults.ts'
import { HousePicker } from './HousePicker.tsx'
import { Photos } from './Photos.tsx'
import { PlaceField } from '../../map/PlaceField.tsx'
import type { Option } from './queries.ts'
import { Tags } from './Tags.tsx'

/** What is typed and chosen, by the names that the call has. */
export type Draft = Readonly<Record<string, string | readonly string[]>>

export interface FieldSpec {
  name: string
  label: string
  /** `number` is empty for null. */
  kind: 'text' | 'place' | 'number' | 'long' | 'choice' | 'tags' | 'house' | 'photos'
  options?: readonly Option[]
  isRequired?: boolean
  hint?: string
  /** How many photos. */
  most?: number
  /** What is said where another one has the same. */
  ifTaken?: ReasonWord
}

interface Props {
  title: string
  fields: readonly FieldSpec[]
  first: Draft
  /** The call's body, as the draft makes it. */
  schema: z.ZodType
  bodyOf: (draft: Draft) => unknown
  onSave: (draft: Draft) => Promise<unknown>
  onClose: () => void
}

/** A form in a drawer: all faults at once, the focus on the first. */
export function RecordForm({ title, fields, first, schema, bodyOf, onSave, onClose }: Props): ReactNode {
  const t = useT()
  const language = useLanguage((it) => it.language)
  const [draft, setDraft] = useState(first)
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const show = (found: Faults): void => {
    setFaults(found)
    const field = fields.find(({ name }) => found[name] !== undefined)
    if (field)
      requestAnimationFrame(() =>
        form.current
          ?.querySelector<HTMLElement>(`[data-field="${field.name}"] :is(input, select, textarea, button)`)
          ?.focus(),
      )
  }
  const save = async (close: () => void): Promise<void> => {
    const found = faultsIn(language, schema, bodyOf(draft))
    if (Object.keys(found).length > 0) return show(found)
    setBusy(true)
    try {
      await onSave(draft)
      say('success', t('community.saved'))
      close()
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      const unique = cause.reason === 'nameTaken' ? fields.find(({ ifTaken }) => ifTaken) : undefined
      if (unique?.ifTaken) show({ [unique.name]: reasonText(language, unique.ifTaken) })
      else show(faultsOfFailure(language, cause))
    } finally {
      setBusy(false)
    }
  }
  const update = (name: string, valueOf: (before: Draft[string] | undefined) => Draft[string]): void => {
    setDraft((before) => ({ ...before, [name]: valueOf(before[name]) }))
    setFaults(({ [name]: _mended, ...others }) => others)
  }
  const change = (name: string, value: Draft[string]): void => update(name, () => value)
  const add = (name: string, entry: string): void =>
    update(name, (before) => [...(typeof before === 'string' ? [] : (before ?? [])), entry])
  return (
    <Dialog
      title={title}
      kind="drawer"
      isUnsaved={JSON.stringify(draft) !== JSON.stringify(first)}
      onClose={onClose}
    >
      {(close) => (
        <form
          ref={form}
          className="dialog-form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void save(close)
          }}
        >
          {fields.map((field) => (
            <div key={field.name} data-field={field.name}>
              <FieldOf
                field={field}
                value={draft[field.name] ?? ''}
                fault={faults[field.name]}
                onChange={(value) => change(field.name, value)}
                onAdd={(entry) => add(field.name, entry)}
              />
            </div>
          ))}
          <FormEnd fault={faults['']} isBusy={isBusy} submit={t('community.save')} onCancel={close} />
        </form>
      )}
    </Dialog>
  )
}

interface FieldOfProps {
  field: FieldSpec
  value: string | readonly string[]
  fault: string | undefined
  onChange: (value: Draft[string]) => void
  /** Adds to a list, which others may have grown meanwhile. */
  onAdd: (entry: string) => void
}

function FieldOf({ field, value, fault, onChange, onAdd }: FieldOfProps): ReactNode {
  const t = useT()
  const { label, kind, hint, isRequired = false, options = [], most = 1 } = field
  const text = typeof value === 'string' ? value : ''
  const list = typeof value === 'string' ? [] : value
  const row = { label, fault, isRequired, ...(hint === undefined ? {} : { hint }) }
  switch (kind) {
    case 'text':
    case 'number':
      return (
        <TextField
          {...row}
          value={text}
          onType={onChange}
          {...(kind === 'number' ? { inputMode: 'decimal' } : {})}
        />
      )
    case 'place':
      return <PlaceField {...row} value={text} onChange={onChange} />
    case 'long':
      return (
        <Field {...row}>
          {(shared) => (
            <textarea
              className="input"
              rows={3}
              value={text}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
              {...shared}
            />
          )}
        </Field>
      )
    case 'choice':
      return (
        <SelectField
          {...row}
          value={text}
          options={[{ value: '', label: t(isRequired ? 'community.choose' : 'community.none') }, ...options]}
          onChoose={onChange}
        />
      )
    case 'tags':
      return <Tags label={label} options={options} value={list} onChange={onChange} />
    case 'house':
      return <HousePicker {...row} value={text} onChoose={onChange} />
    case 'photos':
      return <Photos {...row} fault={fault} most={most} value={list} onAdd={onAdd} onChange={onChange} />
  }
}
