/** What signed URLs answer: footage as fMP4, key frames as pictures. */
import { createHash } from 'node:crypto'

import type { Call } from '@vedette/contract/call'
import { fetchPastReplay } from '@vedette/contract/calls/past-recordings'
import { fetchRecordedPicture, fetchReplay } from '@vedette/contract/calls/replay'
import { Refusal } from '@vedette/contract/codes'

import type { Details } from '../../authority/audited.ts'
import type { MediaAnswer, MediaRoute } from '../../http/media.ts'
import type { ArchiveFiles } from './archive-files.ts'
import { keyFrameFile, keyFrames, originOfForm, RunFile } from './footage.ts'
import type { WrittenFile } from './intake.ts'
import { MadePictures } from './made-pictures.ts'
import { MovieFiles } from './movie-file.ts'
import { decodePicture, type PictureFormat } from './picture.ts'
import { type PlannedFile, planRuns, type Run } from './plan.ts'
import type { SegmentStore, StreamKey } from './segment-store.ts'

/** How far back the key frame of a moment may lie. */
const LONGEST_GOP_MS = 60_000

export interface ReadingNeeds {
  store: SegmentStore
  files: ArchiveFiles
  openOf: (companyId: string, stream: StreamKey) => readonly WrittenFile[]
  /** The program that decodes pictures. */
  decoder?: (() => string) | undefined
}

export function recordMedia(needs: ReadingNeeds): MediaRoute[] {
  const pictures = new MadePictures()
  const movies = new MovieFiles(needs.files)
  const replayRoute = (call: Call): MediaRoute => ({
    call,
    async handle(query, { companyId }) {
      const { stream, fromMs, toMs } = rangeOf(query)
      const runs = await planRuns(companyId, stream, { fromMs, toMs }, needs)
      const run = runs.find(({ initHash }) => initHash === query.get('format'))
      if (!run) throw new Refusal('noRecording')
      return replay(query, run, { fromMs, toMs }, { files: needs.files, movies })
    },
  })
  return [
    replayRoute(fetchReplay),
    replayRoute(fetchPastReplay),
    {
      call: fetchRecordedPicture,
      async handle(query, { companyId }) {
        const { stream, toMs: atMs } = rangeOf(query)
        const found = await keyFrameBefore(companyId, stream, atMs, needs)
        if (!found) throw new Refusal('noRecording')
        const format: PictureFormat = query.get('format') === 'png' ? 'png' : 'jpeg'
        const key = `${companyId} ${found.file.path} ${found.gop.offset} ${format}`
        const picture = await pictures.of(key, async () => {
          const file = await keyFrameFile(needs.files, found.run, found.file, found.gop)
          return file && decodePicture(file, format, needs.decoder?.())
        })
        if (!picture) throw new Refusal('noRecording')
        if (!picture.ok) {
          if (picture.reason === 'undecodable') throw new Refusal('imageLoadFailed')
          throw new Refusal('unavailable', { Field: '', Reason: picture.detail })
        }
        const { bytes } = picture
        return {
          type: `image/${format}`,
          headers: { 'x-vedette-at': `${found.gop.startMs}` },
          details: { channel: stream.channel },
          momentMs: found.gop.startMs,
          bytes: bytes.length,
          body: async function* (from, to) {
            yield bytes.subarray(from, to)
          },
        }
      },
    },
  ]
}

async function replay(
  query: URLSearchParams,
  run: Run,
  range: { fromMs: number; toMs: number },
  { files, movies }: { files: ArchiveFiles; movies: MovieFiles },
): Promise<MediaAnswer> {
  const form = query.get('form')
  const type = `video/mp4; codecs="${run.codecs}"`
  const headers = {
    'x-vedette-origin': `${originOfForm(form, run, { fromMs: range.fromMs, speed: Number(query.get('speed')) })}`,
    'x-vedette-from': `${run.startMs}`,
    'x-vedette-to': `${run.endMs}`,
  }
  const { fromMs, toMs } = range
  // Checked before anything is promised: its disk may be away.
  if (!(await files.exists(run.files[0]?.path ?? ''))) throw new Refusal('noRecording')
  const details: Details = {
    // One that the company has no more is no object of the log's.
    ...(query.has('device') ? { device: didOf(query) } : {}),
    channel: Number(query.get('channel')),
    from: iso(fromMs),
    to: iso(toMs),
    form: form === 'keys' || form === 'file' ? form : 'play',
  }
  if (form === 'keys')
    return { type, headers, details, body: () => keyFrames(files, run, Number(query.get('speed'))) }
  if (form === 'file') {
    const movie = await movies.of(run, range)
    if (!movie) throw new Refusal('noRecording')
    return {
      type,
      details,
      headers: { ...headers, 'content-disposition': disposition(query) },
      bytes: movie.bytes,
      tag: movie.tag,
      body: (from, to) => movie.read(files, from, Math.min(to, movie.bytes)),
    }
  }
  const whole = new RunFile(run)
  return {
    type,
    details,
    headers: { ...headers, 'x-vedette-layout': layoutOf(run) },
    bytes: whole.bytes,
    tag: tagOf(run, whole.bytes),
    body: (from, to) => whole.read(files, from, Math.min(to, whole.bytes)),
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function disposition(query: URLSearchParams): string {
  const at = iso(Number(query.get('from'))).replaceAll(/[:.]/g, '-')
  return `attachment; filename="${didOf(query)}-${query.get('channel')}-${at}.mp4"`
}

function tagOf(run: Run, bytes: number): string {
  const hash = createHash('sha256').update(`${bytes} ${run.startMs} ${run.endMs}`)
  for (const { path, gops } of run.files) hash.update(`${path} ${gops.length}`)
  return `"${hash.digest('hex').slice(0, 32)}"`
}

/** Stays the same while bytes only come at the end; changes where some came or went before it, as by a gap that was filled. */
function layoutOf(run: Run): string {
  const hash = createHash('sha256')
  for (const { path, gops } of run.files.slice(0, -1))
    hash.update(`${path} ${gops[0]?.offset} ${gops.reduce((bytes, gop) => bytes + gop.bytes, 0)}`)
  const last = run.files.at(-1)
  hash.update(`${last?.path} ${last?.gops[0]?.offset}`)
  return hash.digest('hex').slice(0, 32)
}

/** The latest key frame at or before a moment. */
export async function keyFrameBefore(
  companyId: string,
  stream: StreamKey,
  atMs: number,
  sources: Pick<ReadingNeeds, 'store' | 'openOf'>,
): Promise<{ run: Run; file: PlannedFile; gop: PlannedFile['gops'][number] } | undefined> {
  const range = { fromMs: atMs - LONGEST_GOP_MS, toMs: atMs + 1 }
  const run = (await planRuns(companyId, stream, range, sources)).at(-1)
  const file = run?.files.at(-1)
  const gop = file?.gops.at(-1)
  return run && file && gop ? { run, file, gop } : undefined
}

const didOf = (query: URLSearchParams): string => query.get('did') ?? query.get('device') ?? ''

/** What `replayUrl`, `pastReplayUrl` and `recordPictureUrl` sign. */
function rangeOf(query: URLSearchParams): { stream: StreamKey; fromMs: number; toMs: number } {
  const stream = {
    did: didOf(query),
    channel: Number(query.get('channel')),
    quality: query.get('quality') === 'sub' ? ('sub' as const) : ('main' as const),
  }
  return { stream, fromMs: Number(query.get('from')), toMs: Number(query.get('to')) }
}
