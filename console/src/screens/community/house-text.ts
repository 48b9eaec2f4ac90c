import type { Place } from '@vedette/contract/calls/community'

import type { Translate } from '../../i18n/language.ts'

/** Names that people give by counting: they are said with what they count. */
const NUMBER = /^[0-9A-Za-z-]{1,6}$/
const WORDS = {
  unit: 'community.unitName',
  floor: 'community.floorName',
  house: 'community.houseName',
} as const
const KINDS = ['unit', 'floor', 'house'] as const

export function placeText(t: Translate, { Kind, Name }: Pick<Place, 'Kind' | 'Name'>): string {
  return Kind !== 'building' && NUMBER.test(Name) ? t(WORDS[Kind], { name: Name }) : Name
}

/** The way to a house from its area or building; unit, floor and house are its last three names. */
export function houseText(t: Translate, path: readonly string[]): string {
  const first = path.length - KINDS.length
  return path.map((Name, at) => placeText(t, { Kind: KINDS[at - first] ?? 'building', Name })).join(' / ')
}

/** A place with all that it is in, the building first. */
export function pathTo(place: Place, places: readonly Place[]): Place[] {
  const parent = places.find(({ PlaceID }) => PlaceID === place.ParentID)
  return parent ? [...pathTo(parent, places), place] : [place]
}
