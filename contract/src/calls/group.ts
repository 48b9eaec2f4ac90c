/** Calls about regions. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { GID } from '../ids.ts'

const GroupName = z.string().trim().min(1).max(50)

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

/** The regions that the caller may see, as a forest. */
export const getGroupList = call('/vms/group/getGroupList', {
  access: [
    'realTimeVideo',
    'replay',
    'deviceMap',
    'deviceManger',
    'deviceTransfer',
    'alarmManger',
    'albumManager',
    'accountManger.regionManager',
  ],
  body: Empty,
  reply: z.object({ Total: z.int(), List: z.array(GroupNode) }),
})

export const createGroup = call('/vms/group/create', {
  access: ['deviceManger.addGroup'],
  body: z.object({ ParentGID: GID, GroupName }),
  reply: z.object({ GID: z.string() }),
})
