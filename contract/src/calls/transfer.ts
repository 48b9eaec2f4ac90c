/** Calls that hand devices to another company: one offers, the other accepts by a code. Reading 34. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { DID, GID } from '../ids.ts'

/** Shown once to who offers; told to the other company by its people. */
const Code = z
  .string()
  .trim()
  .regex(/^[0-9A-HJKMNP-TV-Z]{12}$/)

export const offerDevices = call('/vms/device/transfer/offer', {
  access: ['deviceTransfer'],
  body: z.object({ DIDs: z.array(DID).min(1).max(500) }),
  reply: z.object({ Code: z.string(), ExpiresAt: z.number() }),
})

const Offered = z.object({ DID: z.string(), DevName: z.string(), DevType: z.int(), Model: z.string() })

/** What a code stands for, before it is accepted. */
export const previewTransfer = call('/vms/device/transfer/preview', {
  effect: 'reads',
  access: ['deviceTransfer'],
  body: z.object({ Code }),
  reply: listOf(Offered).extend({ CompanyName: z.string(), ExpiresAt: z.number() }),
})

/** The devices are this company's from now on; what was before stays with the other. */
export const acceptTransfer = call('/vms/device/transfer/accept', {
  access: ['deviceTransfer'],
  body: z.object({ Code, GID }),
  reply: z.object({ Moved: z.int() }),
})

/** Takes back an offer that nobody accepted. */
export const cancelTransfer = call('/vms/device/transfer/cancel', {
  access: ['deviceTransfer'],
  body: z.object({ Offer: z.string().max(32) }),
  reply: Empty,
})

export const TRANSFER_STATES = ['offered', 'accepted', 'cancelled', 'expired'] as const

/** Both sides' history, newest first. */
export const transferList = call('/vms/device/transfer/list', {
  effect: 'reads',
  access: ['deviceTransfer'],
  body: Empty,
  reply: listOf(
    z.object({
      Offer: z.string(),
      Direction: z.enum(['out', 'in']),
      State: z.enum(TRANSFER_STATES),
      /** The other company's name; empty while nobody accepted. */
      CompanyName: z.string(),
      Names: z.array(z.string()),
      CreatedAt: z.number(),
      ExpiresAt: z.number(),
      /** When it was accepted or taken back; null while neither. */
      EndedAt: z.number().nullable(),
    }),
  ),
})
