import './combo-box.css'

import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { FieldError } from 'react-aria-components/FieldError'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Text } from 'react-aria-components/Text'

import { useT } from '../../i18n/language.ts'
import { IconChoose } from '../control-icons.tsx'
import { Layer, useLayerHome } from './Layer.tsx'
import { isMeant, marked, type Option } from './option.ts'
import { Speaking } from './Speaking.tsx'

/** No option has it: the row that makes a new one. */
const NEW = '\u0000new'
const MOST_ROWS = 200

interface Props<V extends string> {
  label: string
  options: readonly Option<V>[]
  /** '' while nothing is chosen. */
  value: V | ''
  onChoose: (value: V | '') => void
  /** Hears what is typed, where there are more than are listed. */
  onType?: (typed: string) => void
  /** Offers to make what was typed, where nothing is called so. */
  onMake?: (typed: string) => void
  /** How that is offered; as something new without it. */
  makeText?: (typed: string) => string
  placeholder?: string
  hint?: string | undefined
  fault?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
  /** The label is for screen readers alone. */
  isBare?: boolean
}

/** One of many, found by typing a part of its name. */
export function ComboBox<V extends string>(props: Props<V>): ReactNode {
  const { label, options, value, onChoose, onMake, makeText, placeholder, hint, fault } = props
  const t = useT()
  const [ref, home] = useLayerHome()
  const chosenLabel = options.find((it) => it.value === value)?.label ?? ''
  const [typed, setTyped] = useState<string>()
  const text = typed ?? chosenLabel
  const search = typed?.trim() ?? ''
  const meant = options.filter((it) => isMeant(it, search)).slice(0, MOST_ROWS)
  const isThere = options.some((it) => it.label === search || it.value === search)
  const makes = onMake !== undefined && search !== '' && !isThere
  const shown: Option[] = makes
    ? [...meant, { value: NEW, label: makeText?.(search) ?? t('ui.makeNew', { name: search }) }]
    : meant
  // A collection of react-aria follows its items by their `id`.
  const rows = shown.map((it) => ({ ...it, id: it.value }))
  return (
    <Speaking>
      <AriaComboBox<Option>
        ref={ref}
        className="field combo-box"
        items={rows}
        value={value === '' ? null : value}
        inputValue={text}
        onInputChange={(now) => {
          setTyped(now)
          props.onType?.(now)
        }}
        onChange={(key) => {
          const chosen = options.find((it) => it.value === key)
          if (key === NEW) onMake?.(search)
          else if (chosen) onChoose(chosen.value)
          setTyped(undefined)
        }}
        onBlur={() => {
          if (typed === '' && value !== '') onChoose('')
          else props.onType?.(chosenLabel)
          setTyped(undefined)
        }}
        menuTrigger="focus"
        allowsEmptyCollection
        isInvalid={fault !== undefined}
        isRequired={props.isRequired === true}
        isDisabled={props.isDisabled === true}
        validationBehavior="aria"
        {...(props.isBare ? { 'aria-label': label } : {})}
        data-required={props.isRequired === true}
      >
        {!props.isBare && <Label>{label}</Label>}
        <span className="input combo-box-line">
          <Input placeholder={placeholder ?? ''} />
          <Button className="combo-box-button">
            <IconChoose />
          </Button>
        </span>
        {hint !== undefined && (
          <Text slot="description" className="field-hint">
            {hint}
          </Text>
        )}
        <FieldError className="fault">{fault}</FieldError>
        <Layer home={home}>
          <ListBox<Option>
            className="list-box"
            renderEmptyState={() => <p className="list-note">{t('ui.noneMeant')}</p>}
          >
            {(option) => <Row option={option} typed={search} />}
          </ListBox>
        </Layer>
      </AriaComboBox>
    </Speaking>
  )
}

function Row({ option, typed }: { option: Option; typed: string }): ReactNode {
  const { value, label, picture, detail, end } = option
  const [before, found, after] = value === NEW ? [label, '', ''] : marked(label, typed)
  return (
    <ListBoxItem id={value} textValue={label} className={`list-row ${value === NEW ? 'list-row-new' : ''}`}>
      {picture}
      <Text slot="label" className="list-name">
        {before}
        {found && <mark>{found}</mark>}
        {after}
      </Text>
      {detail && (
        <Text slot="description" className="list-detail">
          {detail}
        </Text>
      )}
      {end && <span className="list-end">{end}</span>}
    </ListBoxItem>
  )
}
