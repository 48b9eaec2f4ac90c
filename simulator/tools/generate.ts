import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SceneScript } from '../src/scene/layout.ts'
import { writeFonts, writeScene } from './picture/assets.ts'
import { type Cutout, type Image, smooth } from './picture/image.ts'
import { toned } from './picture/variants.ts'
import { type Moving, type Site, sites } from './render/sites.ts'
import { Tracer } from './render/tracer.ts'

/**
 * Makes the scenes' assets: `node simulator/tools/generate.ts <folder> [site…]`. It takes minutes; what has been rendered stands
 * in the folder and is not rendered again. Needs ffmpeg with libx264 and the DejaVu fonts.
 */

const SAMPLES = 4
const VIEW_ROWS = 1104
/** Least difference, of 255, of a pixel that belongs to a moving thing or its shadow. */
const VISIBLE = 7

function rendered(file: string, width: number, height: number, render: () => Image): Image {
  if (!existsSync(file)) {
    console.log(`rendering ${file}`)
    writeFileSync(file, render().rgb)
  }
  return { width, height, rgb: readFileSync(file) }
}

function cutOut(folder: string, site: Site, thing: Moving, view: Image): Cutout {
  const { name, window } = thing
  const { left, top, width, height } = window
  const image = rendered(join(folder, `${site.name}-${name}.rgb`), width, height, () => {
    const world = site.world()
    world.mesh.add(thing.mesh())
    return new Tracer(world).render(site.view, left, top, width, height, SAMPLES)
  })
  const differences = Float32Array.from({ length: width * height }, (_, i) => {
    const before = ((top + Math.floor(i / width)) * view.width + left + (i % width)) * 3
    const change = (c: number) => Math.abs((image.rgb[i * 3 + c] ?? 0) - (view.rgb[before + c] ?? 0))
    return Math.max(change(0), change(1), change(2))
  })
  // The mean over 5 × 5 pixels, so that the renderer's noise is not taken for the thing.
  const mask = new Uint8Array(width * height)
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      let sum = 0
      for (let k = 0; k < 25; k++)
        sum += differences[(y + Math.floor(k / 5) - 2) * width + x + (k % 5) - 2] ?? 0
      if (sum / 25 >= VISIBLE) mask[y * width + x] = 1
    }
  }
  return { name, left, top, image: smooth(image), mask, anchorX: site.view.width / 2 }
}

const [, , folder, ...wanted] = process.argv
if (folder === undefined) throw new Error('say a folder for the rendered pictures')
mkdirSync(folder, { recursive: true })
writeFonts()
for (const site of sites) {
  if (wanted.length > 0 && !wanted.includes(site.name)) continue
  const { width } = site.view
  const view = rendered(join(folder, `${site.name}.rgb`), width, VIEW_ROWS, () =>
    new Tracer(site.world()).render(site.view, 0, 0, width, VIEW_ROWS, SAMPLES),
  )
  const cutouts = site.moving.map((thing) => cutOut(folder, site, thing, view))
  const script: SceneScript = site.script
  const day = { view: smooth(view), cutouts, script }
  writeScene(site.name, day)
  writeScene(`${site.name}-night`, toned(day, site.night))
}
