import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import type { SceneScript } from '../../src/scene/layout.ts'
import { drawFont } from './font.ts'
import { type Cutout, type Image, shrink, shrinkCutout } from './image.ts'
import { layOut, type Format, type LaidOut } from './lay-out.ts'

const ASSETS = new URL('../../assets/', import.meta.url)
const MAIN: Format = {
  width: 1920,
  height: 1080,
  qp: 27,
  segment: 10,
  glyphHeight: 32,
}
const SUB: Format = { width: 640, height: 360, qp: 25, segment: 5, glyphHeight: 16 }

export interface Scene {
  view: Image
  cutouts: readonly Cutout[]
  script: SceneScript
}

/** Writes a scene's files: slices, pixels and layout for both resolutions, and its script. */
export function writeScene(name: string, { view, cutouts, script }: Scene) {
  const folder = new URL(`${name}/`, ASSETS)
  mkdirSync(folder, { recursive: true })
  const main = layOut(view, cutouts, MAIN)
  const small = cutouts.map((cutout) => shrinkCutout(cutout, 3))
  const sub = layOut(shrink(view, 3), small, SUB)
  writeQuality(folder, 'main', main)
  writeQuality(folder, 'sub', sub)
  const scene = { script, main: main.layout, sub: sub.layout }
  writeFileSync(new URL('scene.json', folder), `${JSON.stringify(scene)}\n`)
}

export function writeFonts() {
  const folder = new URL('font/', ASSETS)
  mkdirSync(folder, { recursive: true })
  for (const { glyphHeight } of [MAIN, SUB]) {
    const width = glyphHeight / 2
    writeFileSync(new URL(`${width}x${glyphHeight}.gray`, folder), drawFont(width, glyphHeight))
  }
}

function writeQuality(folder: URL, quality: string, { slices, pixels }: LaidOut) {
  const startCode = Buffer.from([0, 0, 1])
  writeFileSync(
    new URL(`${quality}.h264`, folder),
    Buffer.concat(slices.flatMap((slice) => [startCode, slice])),
  )
  const packed = brotliCompressSync(pixels.planes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })
  writeFileSync(new URL(`${quality}.yuv.br`, folder), packed)
}
