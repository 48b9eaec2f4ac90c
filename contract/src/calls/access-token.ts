/** A right handed out for a moment (reading 36). */
import { z } from 'zod'

import { call } from '../call.ts'
import { DID } from '../ids.ts'

/** What a token may be for: to read what the device is, or to bring it to another version. */
export const TokenPurpose = z.enum(['info', 'upgrade'])
export type TokenPurpose = z.infer<typeof TokenPurpose>

/** A token for one device and one purpose, for five minutes: it stands in the place of the Utoken, and ends with its maker's session. */
export const genUserAccessToken = call('/vms/user/genUserAccessToken', {
  title: { en: 'Issue an access token for a device', 'zh-cn': '生成设备访问令牌' },
  access: ['deviceManger.update', 'deviceManger.batchUpdate'],
  body: z.object({ DID, Purpose: TokenPurpose }),
  reply: z.object({ AccessToken: z.string(), ExpiresAt: z.number() }),
  example: (ids) => ({ DID: ids.device, Purpose: 'info' }),
})
