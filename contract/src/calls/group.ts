/** Calls about regions. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { GID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

const GroupName = nameOfAtMost(50)

export const GroupNode = z.object({
  GID: z.string(),
  GroupName: z.string(),
  /** Devices of this region and those below it. */
  DeviceCount: z.int(),
  OnlineCount: z.int(),
  get Childs() {
    return z.array(GroupNode)
  },
})
export type GroupNode = z.infer<typeof GroupNode>

/** Anyone who works with devices or binds accounts to regions. */
const READERS = [
  'realTimeVideo',
  'replay',
  'deviceMap',
  'deviceManger',
  'deviceTransfer',
  'alarmManger',
  'albumManager',
  'accountManger.add',
  'accountManger.regionManager',
] as const

/** The regions that the caller may see, as a forest. */
export const getGroupList = call('/vms/group/getGroupList', {
  title: { en: 'List regions', 'zh-cn': '查询区域列表' },
  effect: 'reads',
  access: READERS,
  body: Empty,
  reply: z.object({ Total: z.int(), List: z.array(GroupNode) }),
  example: () => ({}),
})

export const createGroup = call('/vms/group/create', {
  title: { en: 'Add a region', 'zh-cn': '添加区域' },
  access: ['deviceManger.addGroup'],
  body: z.object({ ParentGID: GID, GroupName }),
  reply: z.object({ GID: z.string() }),
  example: (ids) => ({ ParentGID: ids.region, GroupName: 'Below' }),
  refusals: ['tooLarge'],
})

/** A region without its sub-regions. */
const GroupItem = z.object({
  GID: z.string(),
  GroupName: z.string(),
  /** Empty where what is above may not be seen, or nothing is. */
  ParentGID: z.string(),
  /** The names from the top to this one. */
  Path: z.array(z.string()),
  /** Devices of this region and those below it. */
  DeviceCount: z.int(),
  OnlineCount: z.int(),
  HasChilds: z.boolean(),
})
export type GroupItem = z.infer<typeof GroupItem>

/** The regions right below one. */
export const getGroupChildList = call('/vms/group/getGroupChildList', {
  title: { en: 'List sub-regions', 'zh-cn': '查询下级区域' },
  effect: 'reads',
  access: READERS,
  body: z.object({ GID }),
  reply: listOf(GroupItem),
  example: (ids) => ({ GID: ids.region }),
})

/** The regions above which the caller sees none. */
export const getTopGroupList = call('/vms/group/getTopGroupList', {
  title: { en: 'List top regions', 'zh-cn': '查询顶级区域' },
  effect: 'reads',
  access: READERS,
  body: Empty,
  reply: listOf(GroupItem),
  example: () => ({}),
})

/** All regions that the caller may see, in the order of the tree. */
export const deviceGroupList = call('/vms/device/deviceGroupList', {
  title: { en: 'Search regions', 'zh-cn': '搜索区域' },
  effect: 'reads',
  access: READERS,
  body: z.object({ Keyword: z.string().trim().max(64).optional() }),
  reply: listOf(GroupItem),
  example: () => ({}),
})

export const changeGroupName = call('/vms/group/changeName', {
  title: { en: 'Rename a region', 'zh-cn': '重命名区域' },
  access: ['deviceManger.editGroup'],
  body: z.object({ GID, GroupName }),
  reply: Empty,
  example: (ids) => ({ GID: ids.region, GroupName: 'Renamed' }),
})

/** Deletes a region with all below it; refused while there is a device in any of them. */
export const deleteGroup = call('/vms/group/delete', {
  title: { en: 'Delete a region', 'zh-cn': '删除区域' },
  access: ['deviceManger.deleteGroup'],
  body: z.object({ GID }),
  reply: z.object({ Deleted: z.int() }),
  example: (ids) => ({ GID: ids.region }),
  refusals: ['regionHasDevices'],
})

/** Moves a region with all below it, in front of `BeforeGID`, else behind the others there. */
export const moveGroup = call('/vms/group/move', {
  title: { en: 'Move a region', 'zh-cn': '移动区域' },
  access: ['deviceManger.editGroup'],
  body: z.object({ GID, ParentGID: GID, BeforeGID: GID.optional() }),
  reply: Empty,
  example: (ids) => ({ GID: ids.region, ParentGID: ids.region, BeforeGID: ids.region }),
})

/** Makes a region a favourite of the caller's account, or no longer one. */
export const joinHomeGroup = call('/vms/group/joinHomeGroup', {
  title: { en: 'Edit favourite regions', 'zh-cn': '修改常用区域' },
  access: READERS,
  body: z.object({ GID, IsHome: z.boolean().default(true) }),
  reply: Empty,
  example: (ids) => ({ GID: ids.region }),
})

export const getHomeGroupList = call('/vms/group/getHomeGroupList', {
  title: { en: 'List favourite regions', 'zh-cn': '查询常用区域' },
  effect: 'reads',
  access: READERS,
  body: Empty,
  reply: listOf(GroupItem),
  example: () => ({}),
})
