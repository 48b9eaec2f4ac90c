/** Clips that are made where they are needed, by the system's ffmpeg. */
import { execFileSync, spawnSync } from 'node:child_process'

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

const FPS = 10

/** A grey yard through which a white box moves after `stillS`; H.264 as a byte stream of 10 pictures a second. */
export function movingBox({ stillS, seconds }: { stillS: number; seconds: number }): Buffer {
  const yard = `nullsrc=s=640x360:r=${FPS},geq=lum='90+mod(X*7+Y*3,23)':cb=128:cr=128`
  const box = `color=white:s=80x120:r=${FPS}`
  const path = `[0][1]overlay=x='if(lt(t,${stillS}),-100,(t-${stillS})*60)':y=150:eval=frame`
  return execFileSync(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', yard, '-f', 'lavfi', '-i', box, '-filter_complex', path].concat(
      ['-t', String(seconds), '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast'],
      ['-g', String(2 * FPS), '-bf', '0', '-f', 'h264', '-'],
    ),
    { maxBuffer: 64 * 1024 * 1024 },
  )
}
