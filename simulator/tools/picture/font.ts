import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FONT = 'DejaVu Sans Mono'
const FIRST = 32
const LAST = 126

/** Coverage of the printable ASCII characters, one below the other, drawn by ffmpeg. */
export function drawFont(width: number, height: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'glyphs-'))
  const text = join(folder, 'text')
  try {
    const glyphs = Array.from({ length: LAST - FIRST + 1 }, (_, i) => {
      writeFileSync(text, String.fromCharCode(FIRST + i))
      // The font's advance is 0.602 of its size.
      const size = Math.floor(width / 0.602)
      const baseline = Math.round(height * 0.78)
      const draw =
        `drawtext=font='${FONT}':textfile=${text}:expansion=none:fontsize=${size}:` +
        `fontcolor=white:x=0:y=${baseline}-ascent`
      return execFileSync(
        'ffmpeg',
        ['-v', 'error', '-f', 'lavfi', '-i', `color=black:s=${width}x${height}:d=0.04:r=25`].concat([
          '-vf',
          `format=gray,${draw}`,
          '-frames:v',
          '1',
          '-f',
          'rawvideo',
          '-pix_fmt',
          'gray',
          '-',
        ]),
      )
    })
    return Buffer.concat(glyphs)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
