import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface Probed {
  /** Presentation times of the decoded pictures in the order of output, s. */
  pictures: number[]
  /** Number of decoded sound samples. */
  samples: number
  /** Warnings and errors; empty where ffmpeg is content. */
  complaints: string
}

/** Lets ffmpeg's decoders check an ISO BMFF stream. */
export async function ffprobe(stream: Buffer): Promise<Probed> {
  const child = spawn(
    'ffprobe',
    // prettier-ignore
    ['-v', 'warning', '-f', 'mp4', '-show_entries', 'frame=media_type,pts_time,nb_samples', '-of', 'compact=p=0', '-i', 'pipe:0'],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  // It may have had enough before the end; what it says then is the finding.
  child.stdin.on('error', () => {})
  child.stdin.end(stream)
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
  const rows = said.split('\n').map((line) => new Map(line.split('|').map(fieldOf)))
  const videos = rows.filter((row) => row.get('media_type') === 'video')
  return {
    pictures: videos.map((row) => Number(row.get('pts_time'))),
    samples: rows.reduce((sum, row) => sum + Number(row.get('nb_samples') ?? 0), 0),
    complaints,
  }
}

function fieldOf(field: string): [string, string] {
  const equals = field.indexOf('=')
  return [field.slice(0, equals), field.slice(equals + 1)]
}
