/** Footage that people take with them: asked for, made by a job, found again, fetched, and gone after a week. */
import { createReadStream } from 'node:fs'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import {
  addExport,
  type ExportItem,
  type ExportReason,
  exportUrl,
  fetchExport,
  MAX_EXPORT_MS,
  MAX_EXPORTS,
  recordExports,
  removeExport,
} from '@vedette/contract/calls/export'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'
import { z } from 'zod'

import type { Principal } from '../../../authority/principal.ts'
import type { Clock } from '../../../engines/clock.ts'
import type { Storage } from '../../../engines/storage/storage.ts'
import { attachment } from '../../../http/attachment.ts'
import type { MediaRoute } from '../../../http/media.ts'
import { type Route, serve } from '../../../http/route.ts'
import type { SignedUrls } from '../../../http/signed-urls.ts'
import { type JobContext, type JobOutcome, type Jobs, jobStore } from '../../job/index.ts'
import { checkRange } from '../replay-parts.ts'
import { fingerprintOf } from '../seals.ts'
import { type EvidenceNeeds, makeEvidence } from './evidence.ts'
import { type ExportRow, exportStore, type StoredPart } from './export-store.ts'
import { bytesOf, makeFilms, type Making, runsOf } from './films.ts'

const EXPORT_JOB = 'export'
const KEPT_MS = 7 * 86_400_000
const SWEEP_MS = 10 * 60_000
/** Size of one export. A zip has at most 4 GiB, and evidence is base64 in it. */
const MAX_BYTES = { mp4: 20 * 2 ** 30, evidence: 2.5 * 2 ** 30 } as const
/** What it leaves to everybody else who writes to the disk. */
const LEFT_FREE_BYTES = 2 * 2 ** 30

interface Needs extends EvidenceNeeds {
  storage: Storage
  jobs: Jobs
  /** Where finished ones are kept. */
  folder: string
  clock: Clock
  signedUrls: SignedUrls
  onError: (error: unknown) => void
}

export interface Exports {
  routes: Route[]
  media: MediaRoute[]
  close(): void
}

const Input = z.object({
  cameras: z.array(z.object({ did: z.string(), channel: z.int(), name: z.string() })),
  fromMs: z.int(),
  toMs: z.int(),
  kind: z.enum(['mp4', 'evidence']),
  note: z.string(),
  right: z.string(),
})
type Input = z.infer<typeof Input>

export function openExports(needs: Needs): Exports {
  const { jobs, clock, onError } = needs
  const store = exportStore(needs.storage)
  const states = jobStore(needs.storage)
  const folderOf = (companyId: string, id: string): string => join(needs.folder, companyId, id)
  const forget = async (companyId: string, id: string): Promise<void> => {
    await store.remove(companyId, id)
    await rm(folderOf(companyId, id), { recursive: true, force: true })
  }
  const sweep = async (): Promise<void> => {
    for (const { companyId, id } of await store.expired(clock.now())) await forget(companyId, id)
  }
  const timer = clock.every(SWEEP_MS, () => void sweep().catch(onError))

  jobs.handle(
    EXPORT_JOB,
    (context) => run(context, { ...needs, exports: store, folder: folderOf(context.companyId, context.id) }),
    { hasOwnLane: true },
  )

  const itemOf = async (row: ExportRow): Promise<ExportItem> => {
    const job =
      row.state === 'waiting' ? await states.state(row.company_id, row.account_id, row.id) : undefined
    const isRunning = job?.state === 'running'
    const State = row.state === 'waiting' ? (isRunning ? 'running' : 'failed') : row.state
    return {
      ExportID: row.id,
      Kind: row.kind,
      Cameras: camerasOf(row).map(({ did, channel, name }) => ({ DID: did, Channel: channel, Name: name })),
      From: row.from_ms,
      To: row.to_ms,
      Note: row.note,
      State,
      Reason: State === 'failed' ? reasonOf(row.reason) : '',
      Done: job?.done ?? 0,
      Total: job?.total ?? 0,
      At: row.created_at,
      ExpiresAt: row.expires_at,
      Parts: partsOf(row).map(({ file: _file, ...part }) => part),
    }
  }
  const own = async ({ companyId, accountId }: Principal, id: string): Promise<ExportRow> => {
    const row = await store.one(companyId, accountId, id)
    if (!row) throw new Refusal('noDataAuthority')
    return row
  }

  return {
    routes: [
      serve(addExport, async ({ Cameras, From, To, Kind, Note }, session) => {
        checkRange(From, To)
        if (To - From > MAX_EXPORT_MS)
          throw new Refusal('badInput', { Field: 'To', Reason: 'an export has at most 24 hours' })
        const { companyId, accountId } = session
        const names = await store.names(
          companyId,
          Cameras.map(({ DID }) => DID),
        )
        const cameras = Cameras.map(({ DID, Channel }) => ({
          did: DID,
          channel: Channel,
          name: names.get(DID) ?? DID,
        }))
        const asked = { companyId, cameras, fromMs: From, toMs: To }
        if ((await runsOf(asked, needs)).length === 0) throw new Refusal('noRecording')
        if ((await store.countOf(companyId, accountId)) >= MAX_EXPORTS)
          throw fault('badInput', 'Cameras', 'exportsFull', { Most: MAX_EXPORTS })
        const input: Input = { ...asked, kind: Kind, note: Note, right: rightOf(session) }
        const now = clock.now()
        const ExportID = await jobs.enqueue(companyId, accountId, EXPORT_JOB, JSON.stringify(input), (id) => [
          store.adding(companyId, {
            id,
            accountId,
            kind: Kind,
            cameras,
            fromMs: From,
            toMs: To,
            note: Note,
            createdAt: now,
            expiresAt: now + KEPT_MS,
          }),
        ])
        return { ExportID }
      }),

      serve(recordExports, async (_body, { companyId, accountId }) => {
        const List = await Promise.all((await store.ofAccount(companyId, accountId)).map(itemOf))
        return { Total: List.length, List, Key: fingerprintOf(needs.sealer.key) }
      }),

      serve(exportUrl, async ({ ExportID, Part }, session) => {
        const row = await own(session, ExportID)
        const part = partsOf(row)[Part]
        if (!part) throw new Refusal('noDataAuthority')
        const dids = [...new Set(camerasOf(row).map(({ did }) => did))]
        const objects = Object.fromEntries(dids.map((did, i) => [i === 0 ? 'did' : `did${i}`, did]))
        return { Url: signedUrls(needs, { export: ExportID, part: Part, ...objects }, session) }
      }),

      serve(removeExport, async ({ ExportID }, session) => {
        const { companyId, accountId } = session
        await own(session, ExportID)
        await jobs.cancel(companyId, accountId, ExportID)
        await forget(companyId, ExportID)
        return {}
      }),
    ],

    media: [
      {
        call: fetchExport,
        async handle(query, session) {
          const row = await own(session, query.get('export') ?? '')
          const part = partsOf(row)[Number(query.get('part'))]
          if (!part) throw new Refusal('noRecording')
          const path = join(folderOf(row.company_id, row.id), part.file)
          return {
            type: typeOf(part.file),
            bytes: part.Bytes,
            tag: `"${row.id}-${part.file}"`,
            headers: attachment(part.Name),
            details: { name: part.Name, from: iso(part.From), to: iso(part.To), form: row.kind },
            body: (from, to) => createReadStream(path, { start: from, end: Math.min(to, part.Bytes) - 1 }),
          }
        },
      },
    ],
    close: () => timer.stop(),
  }
}

async function run(
  { companyId, accountId, id, input, progress, signal }: JobContext,
  needs: Needs & { exports: ReturnType<typeof exportStore> },
): Promise<JobOutcome> {
  const { exports, folder } = needs
  const asked = Input.parse(JSON.parse(input))
  const parties = await exports.parties(companyId, accountId)
  const making: Making = { ...asked, companyId, timeZone: parties.timeZone, folder, signal, progress }
  // What an attempt left that was interrupted.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const outcome = async (): Promise<{ reason: ExportReason; parts: StoredPart[] }> => {
    const found = await runsOf(making, needs)
    const bytes = found.reduce((sum, { runs }) => sum + bytesOf(runs), 0)
    if (bytes === 0) return { reason: 'noRecording', parts: [] }
    if (bytes > MAX_BYTES[asked.kind]) return { reason: 'tooLarge', parts: [] }
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < 1.5 * bytes + LEFT_FREE_BYTES) return { reason: 'diskFull', parts: [] }
    if (asked.kind === 'evidence') return makeEvidence(making, { ...asked, ...parties }, needs)
    const parts = await makeFilms(making, needs)
    return { reason: parts.length > 0 ? '' : 'noRecording', parts }
  }
  try {
    const { reason, parts } = await outcome()
    if (reason !== '') await rm(folder, { recursive: true, force: true })
    return { result: { reason }, work: [exports.finishing(companyId, id, reason, parts)] }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

function signedUrls(
  { signedUrls: urls }: Needs,
  parameters: Readonly<Record<string, string | number>>,
  session: Principal,
): string {
  return urls.sign(fetchExport.path, parameters, session)
}

/** The right by which somebody takes footage with him. */
const rightOf = ({ roleStatus }: Principal): string => (roleStatus === 1 ? 'administrator' : 'replay')

const typeOf = (file: string): string =>
  file.endsWith('.mp4') ? 'video/mp4' : file.endsWith('.zip') ? 'application/zip' : 'text/html; charset=utf-8'

const iso = (ms: number): string => new Date(ms).toISOString()

const Cameras = Input.shape.cameras
const camerasOf = (row: ExportRow) => Cameras.parse(JSON.parse(row.cameras))

const Parts = z.array(
  z.object({
    file: z.string(),
    Name: z.string(),
    Bytes: z.int(),
    From: z.number(),
    To: z.number(),
    Gaps: z.array(z.number()),
    /** Absent in those of older versions. */
    Filled: z.array(z.number()).default([]),
  }),
)
const partsOf = (row: ExportRow): StoredPart[] => Parts.parse(JSON.parse(row.parts))

const Reasons = z
  .enum(['noRecording', 'tooLarge', 'diskFull', 'altered', 'unfinished', 'failed'])
  .catch('failed')
const reasonOf = (text: string): ExportReason => Reasons.parse(text)
