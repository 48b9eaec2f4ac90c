import { DEVICE_TYPES, devTypeNumber } from '@vedette/contract/devices'
import { type ReactNode, useEffect, useState } from 'react'

import { useT } from '../../i18n/language.ts'
import { MultiSelect } from '../../ui/aria/MultiSelect.tsx'
import { DEVICE_SEARCH_LABEL } from '../../ui/device-id.ts'
import { FoldedFilters } from '../../ui/FoldedFilters.tsx'
import { isFiltered, type Place, UNFILTERED } from './place.ts'
import { useFacets } from './queries.ts'

interface Props {
  place: Place
  go: (change: Partial<Place>) => void
}

const TYPING_MS = 250

export function FilterBar({ place, go }: Props): ReactNode {
  const t = useT()
  const facets = useFacets()
  const { devTypes, models, firmwares } = place
  const active = [devTypes, models, firmwares].filter((some) => some.length > 0).length
  return (
    <div className="device-filters" role="search">
      <SearchBox key={place.gid} text={place.text} onSearch={(text) => go({ text })} />
      <FoldedFilters active={active}>
        <MultiSelect
          label={t('devices.type')}
          values={place.devTypes.map(String)}
          options={DEVICE_TYPES.map((type) => ({
            value: String(devTypeNumber(type)),
            label: t(`devices.${type}`),
          }))}
          all={t('devices.anyType')}
          onChange={(chosen) => go({ devTypes: chosen.map(Number) })}
        />
        <MultiSelect
          label={t('devices.model')}
          values={place.models}
          options={named(facets.data?.Models, place.models)}
          all={t('devices.anyModel')}
          onChange={(models) => go({ models })}
        />
        <MultiSelect
          label={t('devices.firmware')}
          values={place.firmwares}
          options={named(facets.data?.Firmwares, place.firmwares)}
          all={t('devices.anyFirmware')}
          onChange={(firmwares) => go({ firmwares })}
        />
        {isFiltered(place) && (
          <button type="button" className="button" onClick={() => go(UNFILTERED)}>
            {t('devices.clearFilters')}
          </button>
        )}
      </FoldedFilters>
    </div>
  )
}

/** A value that a link asks for is offered, whether any device has it or not. */
function named(
  values: readonly string[] = [],
  chosen: readonly string[],
): { value: string; label: string }[] {
  return [...new Set([...chosen.filter((it) => !values.includes(it)), ...values])].map((value) => ({
    value,
    label: value,
  }))
}

/** Searches after a pause, on Enter, or on leaving the field: what is clicked next applies to what was typed. */
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
      aria-label={t(DEVICE_SEARCH_LABEL)}
      placeholder={t(DEVICE_SEARCH_LABEL)}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search()
      }}
      onBlur={() => {
        if (typed.trim() !== text) search()
      }}
    />
  )
}
