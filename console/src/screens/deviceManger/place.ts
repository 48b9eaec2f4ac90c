/** Where in the table a person is: the part behind `?` of the address, so that a link shows the same rows. */
import { DEVICE_SORTS, type DeviceSort } from '@vedette/contract/calls/device'
import { GID } from '@vedette/contract/ids'
import { useEffect, useState } from 'react'

import { PAGE_SIZES } from '../../ui/table/pager.ts'

export interface Place {
  gid: string
  text: string
  /** 0: any. */
  devType: number
  status: (typeof STATUSES)[number]
  model: string
  firmware: string
  sort: DeviceSort
  isDescending: boolean
  page: number
  pageSize: number
}

export const STATUSES = ['', 'online', 'offline', 'sleeping', 'upgrading'] as const

const START: Place = {
  gid: '',
  text: '',
  devType: 0,
  status: '',
  model: '',
  firmware: '',
  sort: 'Trouble',
  isDescending: false,
  page: 1,
  pageSize: 10,
}

const LONGEST_TEXT = 100

/** Whatever cannot be read is as where nothing is asked for. */
export function placeFromText(text: string): Place {
  const said = new URLSearchParams(text)
  const short = (key: string): string => (said.get(key) ?? '').slice(0, LONGEST_TEXT)
  const count = (key: string, most: number): number => {
    const number = Number(said.get(key))
    return Number.isInteger(number) && number >= 1 && number <= most ? number : 0
  }
  const size = count('size', 100)
  return {
    gid: GID.safeParse(said.get('gid')).data ?? '',
    text: short('text').slice(0, 64),
    devType: count('type', 9),
    status: STATUSES.find((it) => it === said.get('status')) ?? '',
    model: short('model'),
    firmware: short('firmware'),
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
  say('type', place.devType, START.devType)
  say('status', place.status, START.status)
  say('model', place.model, START.model)
  say('firmware', place.firmware, START.firmware)
  say('sort', place.sort, START.sort)
  if (place.isDescending) said.set('desc', '1')
  say('page', place.page, START.page)
  say('size', place.pageSize, START.pageSize)
  return said.toString()
}

export function isFiltered({ gid, text, devType, status, model, firmware }: Place): boolean {
  return gid !== '' || text !== '' || devType !== 0 || status !== '' || model !== '' || firmware !== ''
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
