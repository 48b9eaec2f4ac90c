/** Where the simulated devices stand on the map: around the map's first view, each place a few streets from the next. */

import type { OwnLanguage } from '../config.ts'

export interface Position {
  Lng: number
  Lat: number
}

const CENTRE = { Lng: 116.331398, Lat: 39.897445 }
const PLACES: Readonly<Record<string, Position>> = {
  'Main gate': { Lng: 0, Lat: 0 },
  'North drive': { Lng: 0.012, Lat: 0.031 },
  'Loading bay': { Lng: 0.048, Lat: -0.012 },
  'Car park': { Lng: -0.046, Lat: 0.017 },
  Corridor: { Lng: -0.031, Lat: -0.029 },
  'Warehouse front': { Lng: 0.052, Lat: 0.026 },
}
/** Degrees between neighbours; some 1200 m. */
const SPREAD = 0.014

/** The `nth` device at a place, counted from 0: the first stands in its middle, the others on rings around it. */
export function positionOf(place: string, nth: number): Position {
  const middle = PLACES[place] ?? { Lng: 0.02, Lat: -0.04 }
  const ring = Math.ceil(nth / 6)
  const angle = (nth * Math.PI) / 3
  return {
    Lng: rounded(CENTRE.Lng + middle.Lng + ring * SPREAD * Math.cos(angle)),
    Lat: rounded(CENTRE.Lat + middle.Lat + ring * SPREAD * 0.75 * Math.sin(angle)),
  }
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(6))
}

const NAMES_ZH: Readonly<Record<string, string>> = {
  'Main gate': '正门',
  'North drive': '北车道',
  'Loading bay': '装卸区',
  'Car park': '停车场',
  Corridor: '走廊',
  'Warehouse front': '仓库前',
}

/** A name of the simulator's, of a place or of what stands there, in the language of who runs the platform. */
export function namedIn(language: OwnLanguage, place: string, name = place): string {
  const said = language === 'en' ? undefined : NAMES_ZH[place]
  return said === undefined ? name : name.replace(place, said)
}
