/** Where in the table a person is: the part behind `?` of the address, so that a link shows the same rows. */
import { DEVICE_SORTS, type DeviceSort } from '@vedette/contract/calls/device'
import { GID } from '@vedette/contract/ids'
import { useEffect, useState } from 'react'

import { PAGE_SIZES } from '../../ui/table/pager.ts'

export interface Place {
  gid: string
  text: string
  /** None: any; so with the two others. */
  devTypes: readonly number[]
  status: (typeof STATUSES)[number]
  models: readonly string[]
  firmwares: readonly string[]
  sort: DeviceSort
  isDescending: boolean
  page: number
  pageSize: number
}

export const STATUSES = ['', 'online', 'offline', 'sleeping', 'upgrading'] as const

const START: Place = {
  gid: '',
  text: '',
  devTypes: [],
  status: '',
  models: [],
  firmwares: [],
  sort: 'Trouble',
  isDescending: false,
  page: 1,
  pageSize: 10,
}

const LONGEST_TEXT = 100
const MOST_CHOSEN = 50

/** Whatever cannot be read is as where nothing is asked for. */
export function placeFromText(text: string): Place {
  const said = new URLSearchParams(text)
  const several = (key: string): string[] =>
    [...new Set(said.getAll(key).map((it) => it.slice(0, LONGEST_TEXT)))]
      .filter((it) => it !== '')
      .slice(0, MOST_CHOSEN)
  const count = (key: string, most: number): number => {
    const number = Number(said.get(key))
    return Number.isInteger(number) && number >= 1 && number <= most ? number : 0
  }
  const size = count('size', 100)
  return {
    gid: GID.safeParse(said.get('gid')).data ?? '',
    text: (said.get('text') ?? '').slice(0, 64),
    devTypes: [...new Set(several('type').map(Number))].filter(
      (it) => Number.isInteger(it) && it >= 1 && it <= 9,
    ),
    status: STATUSES.find((it) => it === said.get('status')) ?? '',
    models: several('model'),
    firmwares: several('firmware'),
    sort: DEVICE_SORTS.find((it) => it === said.get('sort')) ?? START.sort,
    isDescending: said.get('desc') === '1',
    page: count('page', 1_000_000) || 1,
    pageSize: PAGE_SIZES.some((it) => it === size) ? size : START.pageSize,
  }
}

/** What is as at the start is not said. */
export function placeToText(place: Place): string {
  const said = new URLSearchParams()
  const say = (key: string, value: string | number, start: string | number): void => {
    if (value !== start) said.set(key, String(value))
  }
  say('gid', place.gid, START.gid)
  say('text', place.text, START.text)
  for (const type of place.devTypes) said.append('type', String(type))
  say('status', place.status, START.status)
  for (const model of place.models) said.append('model', model)
  for (const firmware of place.firmwares) said.append('firmware', firmware)
  say('sort', place.sort, START.sort)
  if (place.isDescending) said.set('desc', '1')
  say('page', place.page, START.page)
  say('size', place.pageSize, START.pageSize)
  return said.toString()
}

/** Nothing is left out. */
export const UNFILTERED = {
  gid: START.gid,
  text: START.text,
  devTypes: START.devTypes,
  status: START.status,
  models: START.models,
  firmwares: START.firmwares,
} as const

export function isFiltered({ gid, text, devTypes, status, models, firmwares }: Place): boolean {
  return [gid, text, devTypes, status, models, firmwares].some((it) => it.length > 0)
}

function placeInAddress(): Place {
  return placeFromText(location.hash.split('?', 2)[1] ?? '')
}

/** Whether the page was opened to add a device; the address says so until the first step on the page. */
export function isOpenedToAdd(): boolean {
  return new URLSearchParams(location.hash.split('?', 2)[1]).get('open') === 'add'
}

/** The place and how to go to another; whatever changes what is listed goes to its first page. */
export function usePlace(): [Place, (change: Partial<Place>) => void] {
  const [place, setPlace] = useState(placeInAddress)
  useEffect(() => {
    const [path] = location.hash.split('?', 1)
    const follow = (): void => {
      // The address of the next page is heard too, before this one is gone.
      if (location.hash.split('?', 1)[0] === path) setPlace(placeInAddress())
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const go = (change: Partial<Place>): void => {
    const next = { ...place, page: 1, ...change }
    const text = placeToText(next)
    const [path = ''] = location.hash.split('?', 1)
    history.replaceState(history.state, '', text === '' ? path : `${path}?${text}`)
    setPlace(next)
  }
  return [place, go]
}
