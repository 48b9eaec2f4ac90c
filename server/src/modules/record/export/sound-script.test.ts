import { runInNewContext } from 'node:vm'

import { FootageTracks } from '@vedette/contract/footage/tracks'
import { fragment } from '@vedette/media/fmp4/fragment'
import { AUDIO_TRACK, initSegment } from '@vedette/media/fmp4/init-segment'
import { expect, it } from 'vitest'

import { soundScript } from './sound-script.ts'

const SAMPLES = 160

it('makes of recorded G.711 in a page what the console makes of it', async () => {
  const format = { kind: 'audio', codec: 'pcma', rfc6381: 'alaw', sampleRate: 8000, channels: 1 } as const
  const sample = (from: number) => ({
    duration: SAMPLES,
    compositionOffset: 0,
    isKey: true,
    units: [Buffer.from(Uint8Array.from({ length: SAMPLES }, (_, i) => from + i * 3))],
  })
  const samples = [sample(1), sample(50)]
  const run = { trackId: AUDIO_TRACK, kind: 'audio' as const, decodeTime: 0, samples }
  const recorded = Buffer.concat([initSegment(undefined, format).bytes, ...fragment(1, [run])])
  const bytes = new Uint8Array(recorded).buffer

  const page: { FootageTracks?: typeof FootageTracks } = {}
  runInNewContext(await soundScript(), { window: page, Uint8Array, DataView, Float32Array })
  const taken = page.FootageTracks && new page.FootageTracks('alaw').take(bytes)
  const { sound } = new FootageTracks('alaw').take(bytes)
  for (const box of ['fLaC', 'mdat']) expect(Buffer.from(sound).includes(box)).toBe(true)
  expect(taken?.sound).toEqual(sound)
})
