/** Calls that change devices that are there. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DeviceLicense } from '../device-license.ts'
import { DID, GID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

/** An empty choice is an error, never "all" (reading 35). */
export const MOST_AT_ONCE = 9999
const DIDs = z.array(DID).min(1).max(MOST_AT_ONCE)
const Changed = z.object({ Changed: z.int() })

export const updateDeviceName = call('/vms/device/updateDeviceName', {
  title: { en: 'Rename a device', 'zh-cn': '重命名设备' },
  access: ['deviceManger.edit'],
  body: z.object({ DID, DevName: nameOfAtMost(50) }),
  reply: Empty,
  example: (ids) => ({ DID: ids.device, DevName: 'Renamed' }),
})

export const updateDeviceAlias = call('/vms/device/updateDeviceAlias', {
  title: { en: 'Edit the alias of a device', 'zh-cn': '修改设备别名' },
  access: ['deviceManger.edit'],
  body: z.object({ DID, Alias: nameOfAtMost(50, 0) }),
  reply: Empty,
  example: (ids) => ({ DID: ids.device, Alias: 'By the gate' }),
})

/** The CTEI in the telecom variant; empty where it has none. */
export const updateDeviceLicense = call('/vms/device/updateDeviceLicense', {
  title: { en: 'Edit the licence or CTEI of a device', 'zh-cn': '修改设备许可证、CTEI' },
  access: ['deviceManger.edit'],
  body: z.object({ DID, License: DeviceLicense }),
  reply: Empty,
  example: (ids) => ({ DID: ids.device, License: 'CT-0815-A' }),
})

/** WGS-84 degrees; both null clears them. */
export const modifiedDeviceLatAndLng = call('/vms/device/modifiedDeviceLatAndLng', {
  title: { en: 'Set the position of a device', 'zh-cn': '设置设备位置' },
  access: ['deviceManger.edit'],
  body: z.object({
    DID,
    Lng: z.number().min(-180).max(180).nullable(),
    Lat: z.number().min(-90).max(90).nullable(),
  }),
  reply: Empty,
  example: (ids) => ({ DID: ids.device, Lng: 13.4, Lat: 52.5 }),
})

/** Moves devices to a region. */
export const batchChangeGroup = call('/vms/device/batchChangeGroup', {
  title: { en: 'Move devices', 'zh-cn': '移动设备' },
  access: ['deviceManger.edit', 'deviceTransfer'],
  body: z.object({ DIDs, GID }),
  reply: Changed,
  example: (ids) => ({ DIDs: [ids.device], GID: ids.region }),
})

/** Removes devices from the company, with what it kept of them. */
export const batchExitGroup = call('/vms/device/batchExitGroup', {
  title: { en: 'Remove devices', 'zh-cn': '移除设备' },
  access: ['deviceManger.delete', 'deviceManger.deleteAll'],
  forSeveral: 'deviceManger.deleteAll',
  body: z.object({ DIDs }),
  reply: Changed,
  example: (ids) => ({ DIDs: [ids.device] }),
})
