import './combo-box.css'

import { type ReactNode, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Text } from 'react-aria-components/Text'

import { useT } from '../../i18n/language.ts'
import { IconCheck, IconDown } from '../control-icons.tsx'
import { Layer, useLayerHome } from './Layer.tsx'
import { isMeant, type Option } from './option.ts'
import { Speaking } from './Speaking.tsx'

/** From so many options on there is a field to find them by. */
const MANY = 8

interface Props<V extends string> {
  /** What they are: 'Types'. */
  label: string
  options: readonly Option<V>[]
  /** None is all. */
  values: readonly V[]
  onChange: (values: V[]) => void
  /** Said while none is chosen: 'All types'. */
  all: string
}

/** Some of a list: a button that says what is chosen, and a list with ticks under it. */
export function MultiSelect<V extends string>(props: Props<V>): ReactNode {
  const { label, options, values, onChange, all } = props
  const t = useT()
  const [ref, home] = useLayerHome()
  const [typed, setTyped] = useState('')
  const chosen = options.filter((it) => values.includes(it.value))
  const [first, ...others] = chosen
  const rest = others.length > 0 ? ` ${t('ui.further', { count: others.length })}` : ''
  const text = first ? `${first.label}${rest}` : all
  const shown = options.filter((it) => isMeant(it, typed))
  return (
    <Speaking>
      <DialogTrigger onOpenChange={() => setTyped('')}>
        <Button ref={ref} className="button multi-select" aria-label={`${label}: ${text}`}>
          <span className="multi-select-text">{text}</span>
          <IconDown />
        </Button>
        <Layer home={home} className="multi-select-layer" placement="bottom start">
          <Dialog aria-label={label}>
            {options.length >= MANY && (
              <div className="multi-select-search">
                <input
                  type="search"
                  className="input"
                  aria-label={t('ui.searchIn', { label })}
                  placeholder={t('ui.search')}
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
              </div>
            )}
            <ListBox<Option<V>>
              aria-label={label}
              className="list-box"
              items={shown.map((it) => ({ ...it, id: it.value }))}
              selectionMode="multiple"
              escapeKeyBehavior="none"
              selectedKeys={values}
              onSelectionChange={(keys) => {
                const isChosen = (it: Option<V>): boolean => keys === 'all' || keys.has(it.value)
                // What the search hides keeps its tick.
                const kept = options.filter((it) =>
                  shown.includes(it) ? isChosen(it) : values.includes(it.value),
                )
                onChange(kept.map((it) => it.value))
              }}
              renderEmptyState={() => <p className="list-note">{t('ui.noneMeant')}</p>}
            >
              {({ value, label: name, picture, end }) => (
                <ListBoxItem id={value} textValue={name} className="list-row">
                  {({ isSelected }) => (
                    <>
                      <span className="list-check">{isSelected && <IconCheck />}</span>
                      {picture}
                      <Text slot="label" className="list-name">
                        {name}
                      </Text>
                      {end && <span className="list-end">{end}</span>}
                    </>
                  )}
                </ListBoxItem>
              )}
            </ListBox>
            {values.length > 0 && (
              <div className="multi-select-end">
                <button type="button" className="button button-plain" onClick={() => onChange([])}>
                  {t('ui.clearChoice')}
                </button>
              </div>
            )}
          </Dialog>
        </Layer>
      </DialogTrigger>
    </Speaking>
  )
}
