import { readStrip } from '@vedette/contract/time-strip'
import { describe, expect, test } from 'vitest'
import { type Look, PictureSource } from './picture-source.ts'
import type { Quality } from './scene/scene.ts'
import { drawActors } from './scene/actors.ts'
import { layoutOf, scriptOf, viewpoints } from './scene/scenes.ts'
import { Lens } from './lens.ts'
import { decode } from './testing/decode.ts'

const FRAME_MS = 40
const GOP = 25
const CAMERA = 0x1234
/** Half a second before midnight, so that every glyph of the clock changes within the GOP. */
const START = Date.UTC(2026, 11, 31, 23, 59, 59, 500)

const most = { main: 4_000_000, sub: 700_000 }

for (const quality of ['main', 'sub'] satisfies Quality[]) {
  const { width, height } = layoutOf('gate', quality)
  const gate: Look = { viewpoint: 'gate', light: 'day', lens: new Lens() }
  const pictures = (camera: number, startMs: number, count: number, look = gate) => {
    const source = new PictureSource(camera, 'Gate', look, quality, 1000 / FRAME_MS)
    return Array.from({ length: count }, (_, i) => {
      const timeMs = startMs + i * FRAME_MS
      return i % GOP === 0 ? source.keyPicture(timeMs) : [source.predictedPicture(timeMs, i % GOP)]
    })
  }

  describe(`the ${quality} stream`, () => {
    test('decodes without complaint and carries camera and time in every frame', () => {
      const frames = decode(pictures(CAMERA, START, 2 * GOP).flat(), width, height)
      const readings = frames.map((frame) => readStrip(width, (x, y) => frame[y * width + x] ?? 0, START))
      expect(readings).toEqual(
        Array.from({ length: 2 * GOP }, (_, i) => ({ camera: CAMERA, timeMs: START + i * FRAME_MS })),
      )
    })

    test('shows the same picture whether a frame is a key picture or a predicted one', () => {
      const timeMs = START + 60_000
      for (const camera of [1, 2, 3, 4]) {
        const [keyed] = decode(pictures(camera, timeMs, 1).flat(), width, height)
        const predicted = decode(pictures(camera, timeMs - 20 * FRAME_MS, 21).flat(), width, height).at(-1)
        // The strip's cells differ by a level or two; all else is equal.
        const luma = width * height
        let worst = 0
        for (let i = 0; i < luma; i++)
          worst = Math.max(worst, Math.abs((keyed?.[i] ?? 0) - (predicted?.[i] ?? 255)))
        expect(worst).toBeLessThan(8)
      }
    })

    test('stays within its bit rate over two minutes of the script', () => {
      let bytes = 0
      for (let second = 0; second < 120; second += 5) {
        for (const unit of pictures(7, START + second * 1000, GOP).flat()) bytes += unit.length
      }
      expect((bytes * 8) / 24).toBeLessThan(most[quality])
    })

    test('goes on as it was when somebody takes a snapshot while the camera turns', () => {
      const turning = (): PictureSource => {
        const look: Look = { viewpoint: 'gate', light: 'day', lens: new Lens() }
        const source = new PictureSource(CAMERA, 'Gate', look, quality, 25)
        source.keyPicture(START)
        look.lens.goTo({ pan: 0.5, tilt: 0, zoom: 0 }, START)
        return source
      }
      const [plain, taken] = [turning(), turning()]
      const before = taken.still(START).scan()
      expect(taken.still(START + 5 * FRAME_MS).scan()).not.toEqual(before)
      const next = [plain, taken].map((source) => source.predictedPicture(START + 5 * FRAME_MS, 5))
      expect(next[1]).toEqual(next[0])
    })

    test.each([
      ['Main', 77],
      ['High', 100],
    ] as const)('shows the same in the profile %s', (profile, code) => {
      const source = new PictureSource(CAMERA, 'Gate', gate, quality, 25)
      const baseline = decode(source.keyPicture(START), width, height)
      source.setEncoding(25, profile)
      const units = source.keyPicture(START)
      expect(units[0]?.[1]).toBe(code)
      expect(decode(units, width, height)).toEqual(baseline)
    })

    test('has no more NAL units to the picture than receivers take', () => {
      for (const viewpoint of viewpoints) {
        const look: Look = { viewpoint, light: 'day', lens: new Lens() }
        const source = new PictureSource(1, 'Gate', look, quality, 25)
        expect(source.keyPicture(START).length).toBeLessThan(640)
      }
    })

    test('points no motion vector farther than its level allows', () => {
      const reach = { x: 0, y: 0 }
      const seen = (_column: number, _row: number, dx: number, dy: number) => {
        reach.x = Math.max(reach.x, Math.abs(dx))
        reach.y = Math.max(reach.y, Math.abs(dy))
      }
      for (const viewpoint of viewpoints) {
        const layout = layoutOf(viewpoint, quality)
        for (const area of layout.spares) {
          seen(0, 0, (area.place.column - area.column) * 16, (area.place.row - area.row) * 16)
        }
        for (let timeMs = START; timeMs < START + 120_000; timeMs += 40) {
          drawActors({ copy: seen }, layout, scriptOf(viewpoint), 1, timeMs)
        }
      }
      expect(reach.x).toBeGreaterThan(0)
      expect(reach.x).toBeLessThan(2048)
      expect(reach.y).toBeLessThan(512)
    })
  })
}
