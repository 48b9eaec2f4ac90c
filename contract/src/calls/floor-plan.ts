/** Calls about floor plans: pictures that are the maps of regions, with devices placed on them. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { DID, GID } from '../ids.ts'
import { PICTURE_BODY_BYTES, uploadImage } from './own-account.ts'

/** A part of the picture's width or height, from its upper left corner. */
const Part = z.number().min(0).max(1)

const FloorPlan = z.object({
  GID: z.string(),
  GroupName: z.string(),
  /** Empty where what is above may not be seen, or nothing is. */
  ParentGID: z.string(),
  /** The picture's address, good for a day. */
  Url: z.string(),
  /** Devices on it. */
  Placed: z.int(),
})
export type FloorPlan = z.infer<typeof FloorPlan>

/** The plans of the regions that the caller may see, in the order of the tree. */
export const floorPlans = call('/vms/map/floorPlans', {
  title: { en: 'List floor plans', 'zh-cn': '查询平面图' },
  effect: 'reads',
  access: ['deviceMap'],
  body: Empty,
  reply: listOf(FloorPlan),
  example: () => ({}),
})

/** Motion, people, rings and sensors of the last 24 hours that nobody has handled, by region, without those below it. */
export const alarmsByRegion = call('/vms/map/alarmsByRegion', {
  title: { en: 'Count alarms by region', 'zh-cn': '按区域统计报警' },
  effect: 'reads',
  access: ['deviceMap'],
  body: Empty,
  reply: z.object({ List: z.array(z.object({ GID: z.string(), Count: z.int() })) }),
  example: () => ({}),
})

/** One picture, as `uploadImage` takes it. What no plan is saved with is deleted after a day. */
export const uploadFloorPlan = call('/vms/map/uploadFloorPlan', {
  title: { en: 'Upload a floor plan', 'zh-cn': '上传平面图' },
  access: ['deviceManger.editGroup'],
  transport: 'upload',
  maxBodyBytes: PICTURE_BODY_BYTES,
  body: Empty,
  reply: uploadImage.reply,
  example: () => ({}),
})

/** The region's plan, in place of the one before; devices keep their places. */
export const saveFloorPlan = call('/vms/map/saveFloorPlan', {
  title: { en: 'Save a floor plan', 'zh-cn': '保存平面图' },
  access: ['deviceManger.editGroup'],
  body: z.object({
    GID,
    /** An address that `uploadFloorPlan` answered. */
    Url: z.string().min(1).max(400),
  }),
  reply: Empty,
  example: (ids) => ({ GID: ids.region, Url: '/vms/media/image/1/1?e=1&s=1' }),
})

/** Removes a plan with the places of the devices on it. */
export const removeFloorPlan = call('/vms/map/removeFloorPlan', {
  title: { en: 'Delete a floor plan', 'zh-cn': '删除平面图' },
  access: ['deviceManger.editGroup'],
  body: z.object({ GID }),
  reply: Empty,
  example: (ids) => ({ GID: ids.region }),
})

/** The devices on a region's plan: those of the region itself alone. */
export const floorPlaces = call('/vms/map/floorPlaces', {
  title: { en: 'List devices on a floor plan', 'zh-cn': '查询平面图设备' },
  effect: 'reads',
  access: ['deviceMap'],
  body: z.object({ GID }),
  reply: listOf(z.object({ DID: z.string(), X: Part, Y: Part })),
  example: (ids) => ({ GID: ids.region }),
})

/** Places a device on the plan of its region; both null takes it off. */
export const placeOnFloor = call('/vms/map/placeOnFloor', {
  title: { en: 'Place a device on a floor plan', 'zh-cn': '在平面图上放置设备' },
  access: ['deviceManger.edit'],
  body: z.object({ DID, X: Part.nullable(), Y: Part.nullable() }),
  reply: Empty,
  example: (ids) => ({ DID: ids.device, X: 0.5, Y: 0.5 }),
})
