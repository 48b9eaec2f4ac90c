/** Calls about what a map is drawn from and how places are found on it. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { DATUMS } from '../datum.ts'

/** Anyone who sees a map or chooses a point on one. */
const MAP_USERS = ['deviceMap', 'deviceManger', 'residentialArea'] as const

export const MapSource = z.object({
  Name: z.string(),
  /** `tiles`: pictures at an address with {z}, {x} and {y}; `style`: a MapLibre style. */
  Kind: z.enum(['tiles', 'style']),
  Url: z.string(),
  /** The datum in which the source is drawn: reading 33. */
  Datum: z.enum(DATUMS),
  /** Names the owner of the map, as the owner wants it shown. */
  Attribution: z.string(),
  /** The nearest zoom that the source has, counted as its tiles are. */
  MaxZoom: z.int(),
})
export type MapSource = z.infer<typeof MapSource>

/** The sources that the operator set, the first one first. */
export const mapSettings = call('/vms/map/settings', {
  title: { en: 'Read the map settings', 'zh-cn': '获取地图设置' },
  effect: 'reads',
  access: MAP_USERS,
  body: Empty,
  reply: z.object({
    Sources: z.array(MapSource),
    /** Whether `searchPlaces` finds anything. */
    HasGeocoder: z.boolean(),
  }),
  example: () => ({}),
})

/** Places by their names or addresses, in WGS-84: asked of the geocoder by the server, so that it learns nothing of who asks. */
export const searchPlaces = call('/vms/map/searchPlaces', {
  title: { en: 'Search places', 'zh-cn': '搜索地点' },
  effect: 'reads',
  access: MAP_USERS,
  isQuiet: true,
  body: z.object({
    Keyword: z.string().trim().min(1).max(64),
    Language: z.enum(['en', 'zh-cn']).default('en'),
  }),
  reply: listOf(z.object({ Name: z.string(), Detail: z.string(), Lng: z.number(), Lat: z.number() })),
  example: () => ({ Keyword: 'Tower Bridge' }),
  refusals: ['requestFailed', 'tooManyTries'],
})
