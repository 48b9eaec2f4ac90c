import './place-search.css'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { degreesText, pairIn, PLACE_FAULTS, readPlace, type ReadPlace } from './coordinates.ts'
import type { FoundPlace } from './found-place.ts'
import { useGeocoder } from './use-geocoder.ts'

interface Props {
  label: string
  /** Places for a text; typed coordinates are found without it. */
  find: (text: string, signal: AbortSignal) => Promise<readonly FoundPlace[]>
  onChoose: (place: FoundPlace) => void
}

const TYPING_MS = 200
/** A geocoder is asked when somebody has stopped typing: it counts what it is asked. */
const STOPPED_MS = 600

/** Finds a place by its name, or by coordinates that are typed. */
export function PlaceSearch({ label, find, onChoose }: Props): ReactNode {
  const t = useT()
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const own = useFound(text, find, TYPING_MS)
  const named = useFound(text, useGeocoder(), STOPPED_MS)
  const found = [...own.found.list, ...named.found.list]
  const isFailed = own.isFailed || named.isFailed
  const pair = pairIn(text)
  const read = pair && readPlace(pair.lng, pair.lat)
  const typed = typedPlace(read)
  const places = typed ? [{ ...typed, detail: t('map.coordinates') }, ...found] : found
  const isAsked = text.trim() !== ''
  const isNothing = isAsked && places.length === 0 && [own, named].every((it) => it.found.text === text)

  const choose = (place: FoundPlace | undefined): void => {
    if (!place) return
    setIsOpen(false)
    onChoose(place)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = places.length - 1
    if (event.key === 'ArrowDown') setActive(Math.min(active + 1, last))
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (event.key === 'Enter') choose(places[active] ?? places[0])
    else if (event.key === 'Escape' && isOpen) setIsOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className="place-search"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <input
        type="search"
        className="input"
        role="combobox"
        aria-label={label}
        placeholder={label}
        aria-expanded={isOpen && places.length > 0}
        aria-controls={id}
        aria-activedescendant={isOpen && places[active] ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={64}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setActive(0)
          setIsOpen(true)
        }}
        onFocus={() => setIsOpen(isAsked)}
        onKeyDown={onKeyDown}
      />
      <ul id={id} role="listbox" aria-label={label} hidden={!isOpen || places.length === 0}>
        {places.map((place, at) => (
          <li
            key={place.key}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(place)}
          >
            {place.name}
            <small>{place.detail}</small>
          </li>
        ))}
      </ul>
      {isOpen && (isNothing || isFailed) && (
        <p className="place-search-none" role="status">
          {t(
            read?.kind === 'fault'
              ? PLACE_FAULTS[read.fault]
              : isFailed
                ? 'map.searchFailed'
                : 'map.searchNothing',
          )}
        </p>
      )}
    </div>
  )
}

function typedPlace(read: ReadPlace | undefined): Omit<FoundPlace, 'detail'> | undefined {
  if (read?.kind !== 'place') return undefined
  const { lng, lat } = read.place
  return { key: 'typed', lng, lat, name: `${degreesText(lng)}, ${degreesText(lat)}` }
}

const NOTHING = { text: '', list: [] as readonly FoundPlace[] }

function useFound(text: string, find: Props['find'], waitMs: number) {
  const [found, setFound] = useState(NOTHING)
  const [isFailed, setIsFailed] = useState(false)
  useEffect(() => {
    const asked = new AbortController()
    const ask = async (): Promise<void> => {
      setIsFailed(false)
      if (text.trim() === '') return setFound(NOTHING)
      try {
        const list = await find(text.trim(), asked.signal)
        if (!asked.signal.aborted) setFound({ text, list })
      } catch {
        // Said beside the field; what is found is only a help.
        if (!asked.signal.aborted) setIsFailed(true)
      }
    }
    const timer = setTimeout(() => void ask(), waitMs)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
  }, [text, find, waitMs])
  return { found, isFailed }
}
