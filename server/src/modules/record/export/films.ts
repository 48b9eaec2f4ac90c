/** Footage as plain MP4 files: one for each camera and format, without its gaps, with name and time as a track of text. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'

import { clockIn } from '../../../engines/local-day.ts'
import { filledOf, gapsOf, makeMovie } from '../movie-file.ts'
import { planRuns, type Run, type Sources } from '../plan.ts'
import type { ArchiveFiles } from '../archive-files.ts'
import type { StreamKey } from '../segment-store.ts'
import type { ExportedCamera, StoredPart } from './export-store.ts'

/** What both kinds of exports are made of. */
export interface Making {
  companyId: string
  cameras: readonly ExportedCamera[]
  fromMs: number
  toMs: number
  timeZone: string
  /** Where its files go; it exists. */
  folder: string
  signal: AbortSignal
  progress: (done: number, total: number) => void
}

export interface FilmNeeds extends Sources {
  files: ArchiveFiles
}

/** What there is of each camera: of its main stream, and where that was not recorded of the other one. */
export async function runsOf(
  { companyId, cameras, fromMs, toMs }: Pick<Making, 'companyId' | 'cameras' | 'fromMs' | 'toMs'>,
  sources: Sources,
): Promise<{ camera: ExportedCamera; stream: StreamKey; runs: Run[] }[]> {
  const found = []
  for (const camera of cameras)
    for (const quality of ['main', 'sub'] as const) {
      const stream = { did: camera.did, channel: camera.channel, quality }
      const runs = await planRuns(companyId, stream, { fromMs, toMs }, sources)
      if (runs.length === 0) continue
      found.push({ camera, stream, runs })
      break
    }
  return found
}

export const bytesOf = (runs: readonly Run[]): number =>
  runs.flatMap(({ files }) => files.flatMap(({ gops }) => gops)).reduce((sum, { bytes }) => sum + bytes, 0)

export async function makeFilms(making: Making, needs: FilmNeeds): Promise<StoredPart[]> {
  const { fromMs, toMs, timeZone, folder, signal, progress } = making
  const found = await runsOf(making, needs)
  const total = found.reduce((sum, { runs }) => sum + bytesOf(runs), 0)
  const parts: StoredPart[] = []
  const timeOf = clockIn(timeZone)
  let done = 0
  for (const { camera, runs } of found)
    for (const run of runs) {
      const [From, To] = [Math.max(fromMs, run.startMs), Math.min(toMs, run.endMs)]
      const filled = filledOf(run, From, To)
      const captionOf = (atMs: number): string => {
        const origin = filled.find((it) => it.fromMs <= atMs && atMs < it.toMs)
        const told = origin ? `  (filled on ${timeOf(origin.filledAtMs)})` : ''
        return `${camera.name}  ${timeOf(atMs)}${told}`
      }
      const movie = await makeMovie(
        needs.files,
        run,
        { fromMs, toMs },
        { closesGaps: true, captionOf, signal },
      )
      if (!movie) continue
      const file = `${parts.length}.mp4`
      const out = await open(join(folder, file), 'w', 0o600)
      try {
        for await (const piece of movie.read(needs.files, 0, movie.bytes)) {
          signal.throwIfAborted()
          await out.writeFile(piece)
          done += piece.length
          progress(Math.min(done, total), total)
        }
        await out.sync()
      } finally {
        await out.close()
      }
      const Name = `${fileName(camera.name)} ${fileName(timeOf(From))}.mp4`
      parts.push({
        file,
        Name,
        Bytes: movie.bytes,
        From,
        To,
        Gaps: gapsOf(run, From, To),
        Filled: spansOf(filled),
      })
    }
  return parts
}

const spansOf = (stretches: readonly { fromMs: number; toMs: number }[]): number[] =>
  stretches.flatMap((it) => [it.fromMs, it.toMs])

/** What no file system refuses. */
export const fileName = (text: string): string => text.replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, '-').slice(0, 80)
