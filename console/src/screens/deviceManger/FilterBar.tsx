import { DEVICE_TYPES, deviceTypeOf, devTypeNumber } from '@vedette/contract/devices'
import { type ReactNode, useEffect, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { isFiltered, type Place } from './place.ts'
import { useFacets } from './queries.ts'

interface Props {
  place: Place
  go: (change: Partial<Place>) => void
}

const TYPING_MS = 250

export function FilterBar({ place, go }: Props): ReactNode {
  const t = useT()
  const facets = useFacets()
  const type = place.devType === 0 ? '' : deviceTypeOf(place.devType)
  return (
    <div className="device-filters" role="search">
      <SearchBox key={place.gid} text={place.text} onSearch={(text) => go({ text })} />
      <Filter
        label={t('devices.type')}
        value={type}
        options={DEVICE_TYPES.map((value) => ({ value, label: t(`devices.${value}`) }))}
        any={t('devices.anyType')}
        onChoose={(value) => {
          const chosen = DEVICE_TYPES.find((it) => it === value)
          go({ devType: chosen ? devTypeNumber(chosen) : 0 })
        }}
      />
      <Filter
        label={t('devices.model')}
        value={place.model}
        options={named(facets.data?.Models, place.model)}
        any={t('devices.anyModel')}
        onChoose={(model) => go({ model })}
      />
      <Filter
        label={t('devices.firmware')}
        value={place.firmware}
        options={named(facets.data?.Firmwares, place.firmware)}
        any={t('devices.anyFirmware')}
        onChoose={(firmware) => go({ firmware })}
      />
      {isFiltered(place) && (
        <button
          type="button"
          className="button"
          onClick={() => go({ gid: '', text: '', devType: 0, status: '', model: '', firmware: '' })}
        >
          {t('devices.clearFilters')}
        </button>
      )}
    </div>
  )
}

/** A value that a link asks for is offered, whether any device has it or not. */
function named(values: readonly string[] = [], chosen: string): { value: string; label: string }[] {
  const all = chosen === '' || values.includes(chosen) ? values : [chosen, ...values]
  return all.map((value) => ({ value, label: value }))
}

interface FilterProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  any: string
  onChoose: (value: string) => void
}

function Filter({ label, value, options, any, onChoose }: FilterProps): ReactNode {
  return (
    <select
      className="input"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{any}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** Searches when the typing rests, or at Enter. */
function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }): ReactNode {
  const t = useT()
  const [typed, setTyped] = useState(text)
  const [before, setBefore] = useState(text)
  const [asked, setAsked] = useState(text)
  if (text !== before) {
    setBefore(text)
    // Cleared, or another link: what was typed is over.
    if (text !== asked) {
      setTyped(text)
      setAsked(text)
    }
  }
  const search = (): void => {
    setAsked(typed.trim())
    onSearch(typed.trim())
  }
  useEffect(() => {
    if (typed.trim() === text) return undefined
    const timer = setTimeout(search, TYPING_MS)
    return () => clearTimeout(timer)
  })
  return (
    <input
      className="input device-search"
      type="search"
      maxLength={64}
      aria-label={t('devices.search')}
      placeholder={t('devices.search')}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search()
      }}
    />
  )
}
