/** A key frame as a picture, by the system's ffmpeg in a process of its own. */
import { spawn } from 'node:child_process'

export type PictureFormat = 'jpeg' | 'png'

/** `unavailable`: there is no decoder on this machine. */
export type PictureOutcome =
  | { ok: true; bytes: Buffer }
  | { ok: false; reason: 'unavailable' | 'undecodable'; detail: string }

const LIMIT_MS = 10_000
const MAX_PICTURE_BYTES = 32 * 1024 * 1024
const MAX_COMPLAINT = 500
const CODECS = { jpeg: ['-c:v', 'mjpeg', '-q:v', '3'], png: ['-c:v', 'png'] } as const

/** Decodes the first picture of an MP4 file. */
export function decodePicture(
  file: Buffer,
  format: PictureFormat,
  decoder?: string,
): Promise<PictureOutcome> {
  return decodeFirst(file, [...CODECS[format], '-f', 'image2pipe'], decoder)
}

/** The same, as `output` asks ffmpeg for it. */
export function decodeFirst(
  file: Buffer,
  output: readonly string[],
  decoder = 'ffmpeg',
): Promise<PictureOutcome> {
  return new Promise((resolve) => {
    // It reads what cameras sent: nothing of our environment is for it.
    const child = spawn(
      decoder,
      [
        '-v',
        'error',
        '-nostdin',
        '-threads',
        '1',
        '-protocol_whitelist',
        'pipe',
        '-f',
        'mp4',
        '-i',
        'pipe:0',
      ].concat(['-frames:v', '1', '-an', '-threads', '1', ...output, 'pipe:1']),
      {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { PATH: process.env['PATH'] ?? '' },
        timeout: LIMIT_MS,
        killSignal: 'SIGKILL',
      },
    )
    const pieces: Buffer[] = []
    let [bytes, complaint] = [0, '']
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > MAX_PICTURE_BYTES) child.kill('SIGKILL')
      else pieces.push(piece)
    })
    child.stderr.on('data', (text: Buffer) => {
      complaint = (complaint + text.toString('utf8')).slice(0, MAX_COMPLAINT)
    })
    child.stdin.on('error', () => {
      // It has seen enough of the file, or has ended: its end tells.
    })
    child.once('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT'
      const detail = isMissing ? `${decoder} is not installed` : error.message
      resolve({ ok: false, reason: 'unavailable', detail })
    })
    child.once('close', (code) => {
      if (code === 0 && bytes > 0) resolve({ ok: true, bytes: Buffer.concat(pieces) })
      else
        resolve({ ok: false, reason: 'undecodable', detail: complaint || `the decoder ended with ${code}` })
    })
    child.stdin.end(file)
  })
}
