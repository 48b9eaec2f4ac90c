/** Calls about the filters of the device list that a person keeps under names of his own. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { nameOfAtMost } from '../names.ts'
import { DEVICE_FILTER } from './device.ts'

export const FILTER_NAME_MAX = 50
/** Filters per account. */
export const MOST_FILTERS = 50

const FilterID = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'not an id')
const Name = nameOfAtMost(FILTER_NAME_MAX)
/** The columns that are shown, by the console's words. */
const Columns = z.array(z.string().regex(/^[A-Za-z]{1,20}$/, 'is no column')).max(30)

const Several = z.union([nameOfAtMost(100), z.array(nameOfAtMost(100)).max(50)])

/** The conditions of the device list; what is kept is checked as names are. */
const Filter = z.object({
  ...DEVICE_FILTER,
  Model: Several.optional(),
  Firmware: Several.optional(),
})

const SavedFilter = z.object({
  FilterID: z.string(),
  Name: z.string(),
  Filter: z.object({ ...DEVICE_FILTER, GID: z.string().optional() }),
  Columns,
  /** It was for a region that is gone, or seen no more: the filter is without it. */
  IsRegionGone: z.boolean(),
})
export type SavedFilter = z.infer<typeof SavedFilter>

/** The caller's own, by name. */
export const deviceFilters = call('/vms/device/filter/list', {
  title: { en: 'List own device filters', 'zh-cn': '查询个人筛选方案' },
  effect: 'reads',
  access: ['deviceManger'],
  body: Empty,
  reply: listOf(SavedFilter),
  example: () => ({}),
})

/** Keeps a filter; with the id of one of the caller's own it replaces that. */
export const saveDeviceFilter = call('/vms/device/filter/save', {
  title: { en: 'Save a device filter', 'zh-cn': '保存筛选方案' },
  access: ['deviceManger'],
  body: z.object({ FilterID: FilterID.optional(), Name, Filter, Columns }),
  reply: z.object({ FilterID: z.string() }),
  example: (ids) => ({ Name: 'Mine', Filter: { GID: ids.region }, Columns: [] }),
  refusals: ['tooLarge'],
})

export const renameDeviceFilter = call('/vms/device/filter/rename', {
  title: { en: 'Rename a device filter', 'zh-cn': '重命名筛选方案' },
  access: ['deviceManger'],
  body: z.object({ FilterID, Name }),
  reply: Empty,
  example: () => ({ FilterID: 'none', Name: 'Other' }),
})

export const removeDeviceFilter = call('/vms/device/filter/remove', {
  title: { en: 'Remove a device filter', 'zh-cn': '删除筛选方案' },
  access: ['deviceManger'],
  body: z.object({ FilterID }),
  reply: Empty,
  example: () => ({ FilterID: 'none' }),
})
