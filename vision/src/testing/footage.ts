/** Real clips with labels, read from beside the repository where they are; they are not part of it. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { Picture } from '../picture.ts'

const FOLDER = resolve(import.meta.dirname, '../../../../shared/footage/dev')

export const hasFootage = existsSync(join(FOLDER, 'labels.json'))

type Frames = [from: number, to: number][] | 'all'

export interface Labels {
  fps: number
  person: Frames
  motion: Frames
  ignore_person?: [number, number][]
  ignore_motion?: [number, number][]
}

export interface LabelledBox {
  id: number
  x: number
  y: number
  w: number
  h: number
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
}

export const clipPath = (clip: string): string => join(FOLDER, `${clip}.mp4`)

/** Empty where there is no footage. */
export function labels(): Record<string, Labels> {
  return hasFootage ? (read('labels.json') as Record<string, Labels>) : {}
}

/** Boxes in each frame of the clip, in pixels of 768 × 576. */
export const boxesOf = (clip: string): LabelledBox[][] => read(`${clip}.gt.json`) as LabelledBox[][]

/** Every frame of a file, decoded by ffmpeg, no wider than 640. */
export async function* framesOf(path: string): AsyncGenerator<Picture> {
  const child = spawn(
    'ffmpeg',
    ['-v', 'error', '-threads', '1', '-i', path, '-vf', "scale='trunc(min(640,iw)/2)*2':-2"].concat([
      '-fps_mode',
      'passthrough',
      '-pix_fmt',
      'yuv420p',
      '-f',
      'yuv4mpegpipe',
      'pipe:1',
    ]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let held = Buffer.alloc(0)
  let size: { width: number; height: number } | undefined
  for await (const chunk of child.stdout) {
    held = Buffer.concat([held, chunk as Buffer])
    for (;;) {
      const end = held.indexOf(10)
      if (end === -1) break
      if (!size) {
        const [, width, height] = /W(\d+) H(\d+)/.exec(held.toString('latin1', 0, end)) ?? []
        size = { width: Number(width), height: Number(height) }
        held = held.subarray(end + 1)
        continue
      }
      const { width, height } = size
      const [luma, chroma] = [width * height, ((width + 1) >> 1) * ((height + 1) >> 1)]
      const from = end + 1
      if (held.length < from + luma + 2 * chroma) break
      const plane = (at: number, bytes: number) => Uint8Array.from(held.subarray(at, at + bytes))
      yield {
        ...size,
        y: plane(from, luma),
        u: plane(from + luma, chroma),
        v: plane(from + luma + chroma, chroma),
      }
      held = held.subarray(from + luma + 2 * chroma)
    }
  }
}
