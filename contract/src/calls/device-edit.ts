/** Calls that change devices that are there. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DID, GID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

/** An empty choice is an error, never "all" (reading 35). */
const DIDs = z.array(DID).min(1).max(9999)
const Changed = z.object({ Changed: z.int() })

export const updateDeviceName = call('/vms/device/updateDeviceName', {
  access: ['deviceManger.edit'],
  body: z.object({ DID, DevName: nameOfAtMost(50) }),
  reply: Empty,
})

export const updateDeviceAlias = call('/vms/device/updateDeviceAlias', {
  access: ['deviceManger.edit', 'deviceMap'],
  body: z.object({ DID, Alias: nameOfAtMost(50, 0) }),
  reply: Empty,
})

/** WGS-84 degrees; both null clears them. */
export const modifiedDeviceLatAndLng = call('/vms/device/modifiedDeviceLatAndLng', {
  access: ['deviceManger.edit', 'deviceMap'],
  body: z.object({
    DID,
    Lng: z.number().min(-180).max(180).nullable(),
    Lat: z.number().min(-90).max(90).nullable(),
  }),
  reply: Empty,
})

/** Moves devices to a region. */
export const batchChangeGroup = call('/vms/device/batchChangeGroup', {
  access: ['deviceManger.edit', 'deviceTransfer'],
  body: z.object({ DIDs, GID }),
  reply: Changed,
})

/** Removes devices from the company, with what it kept of them. */
export const batchExitGroup = call('/vms/device/batchExitGroup', {
  access: ['deviceManger.delete', 'deviceManger.deleteAll'],
  forSeveral: 'deviceManger.deleteAll',
  body: z.object({ DIDs }),
  reply: Changed,
})
