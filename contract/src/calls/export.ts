/** Calls about footage that is handed out: made by a job, kept for a week, fetched by the account that asked for it. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { DID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

export const MAX_EXPORT_CAMERAS = 9
export const MAX_EXPORT_MS = 24 * 3_600_000
/** Exports of an account, which alone can delete them: waiting, finished and failed ones together. */
export const MAX_EXPORTS = 100

/** `mp4`: plain films, without the gaps · `evidence`: whole recorded files that prove themselves. */
const Kind = z.enum(['mp4', 'evidence'])
export type ExportKind = z.infer<typeof Kind>

const Camera = z.object({ DID, Channel: z.int().min(0).max(255).default(0) })
const Time = z.int().min(0).max(8_640_000_000_000_000)
const ExportID = z.string().regex(/^[0-9A-Za-z]{1,32}$/)

/** Footage of some cameras as films or as evidence. Returns at once; `exports` says how it goes. */
export const addExport = call('/vms/record/addExport', {
  title: { en: 'Export recordings', 'zh-cn': '导出录像' },
  access: ['replay'],
  body: z.object({
    Cameras: z.array(Camera).min(1).max(MAX_EXPORT_CAMERAS),
    From: Time,
    To: Time,
    Kind: Kind.default('mp4'),
    /** What it is for: stands in evidence and in the list. */
    Note: z.union([z.literal(''), nameOfAtMost(200)]).default(''),
  }),
  reply: z.object({ ExportID: z.string() }),
  example: (ids) => ({ Cameras: [{ DID: ids.device }], From: 1, To: 2 }),
  refusals: ['noRecording', 'overloaded'],
})

const Part = z.object({
  /** The name under which it is saved. */
  Name: z.string(),
  Bytes: z.int(),
  From: z.number(),
  To: z.number(),
  /** Start, end, start, end, …: times between `From` and `To` without footage, which cost no time in the film. */
  Gaps: z.array(z.number()),
  /** Pairs likewise: what was not recorded then but came from the device's own storage later. */
  Filled: z.array(z.number()),
})
export type ExportPart = z.infer<typeof Part>

/** Why nothing came of it: nothing recorded is there any more · too large · no room on the disk · something else. */
const Reason = z.enum(['', 'noRecording', 'tooLarge', 'diskFull', 'altered', 'unfinished', 'failed'])
export type ExportReason = z.infer<typeof Reason>

const Item = z.object({
  ExportID: z.string(),
  Kind,
  Cameras: z.array(z.object({ DID: z.string(), Channel: z.int(), Name: z.string() })),
  From: z.number(),
  To: z.number(),
  Note: z.string(),
  State: z.enum(['running', 'done', 'failed']),
  Reason,
  /** Bytes that were worked at, of how many; 0 of 0 while it waits its turn. */
  Done: z.int(),
  Total: z.int(),
  At: z.number(),
  /** When it is deleted. */
  ExpiresAt: z.number(),
  Parts: z.array(Part),
})
export type ExportItem = z.infer<typeof Item>

/** What the caller asked for, the latest first. */
export const recordExports = call('/vms/record/exports', {
  title: { en: 'List one’s own exports', 'zh-cn': '查询本人的导出任务' },
  access: ['replay'],
  effect: 'reads',
  body: Empty,
  reply: listOf(Item).extend({
    /** Fingerprint of the key that signs seals and evidence: SHA-256, hex. */
    Key: z.string(),
  }),
  example: () => ({}),
})

/** Where a part is fetched, for five minutes. */
export const exportUrl = call('/vms/record/exportUrl', {
  title: { en: 'Open an export', 'zh-cn': '打开导出文件' },
  access: ['replay'],
  effect: 'discloses',
  body: z.object({ ExportID, Part: z.int().min(0).max(999) }),
  reply: z.object({ Url: z.string() }),
  example: () => ({ ExportID: '01HZ', Part: 0 }),
})

/** Ends one that runs, and deletes one that is finished. */
export const removeExport = call('/vms/record/removeExport', {
  title: { en: 'Cancel or delete an export', 'zh-cn': '取消或删除导出任务' },
  access: ['replay'],
  body: z.object({ ExportID }),
  reply: Empty,
  example: () => ({ ExportID: '01HZ' }),
})

/** What a URL of `exportUrl` admits to: each camera of the export is checked again. */
export const fetchExport = call('/vms/media/export', {
  title: { en: 'Fetch an export', 'zh-cn': '下载导出文件' },
  access: ['replay'],
  effect: 'discloses',
  transport: 'url',
  body: z.object({
    did: DID,
    did1: DID.optional(),
    did2: DID.optional(),
    did3: DID.optional(),
    did4: DID.optional(),
    did5: DID.optional(),
    did6: DID.optional(),
    did7: DID.optional(),
    did8: DID.optional(),
  }),
  reply: Empty,
  example: (ids) => ({ did: ids.device }),
  refusals: ['noRecording'],
})
