import { expect, test } from 'vitest'

import { codecName } from './codec-name.ts'
import { changeOf, type SettingPart } from './setting-parts.ts'

const part = (change: SettingPart['change']): SettingPart => ({
  label: '',
  isChanged: true,
  change,
  settle: () => {},
  discard: () => {},
})

test('both streams and the clock are one change of the device', () => {
  const main = { Quality: 'main', Gop: 12 } as const
  const sub = { Quality: 'sub', Gop: 25 } as const
  const Clock = { TimeZone: 'UTC0' }
  expect(
    changeOf([part({ Streams: [main] }), part({ Clock }), part(undefined), part({ Streams: [sub] })]),
  ).toEqual({ Streams: [main, sub], Clock })
  expect(changeOf([part(undefined)])).toEqual({})
})

test('codecs have the names that people say', () => {
  expect(['H264', 'H265', 'JPEG', 'G711', 'AAC'].map(codecName)).toEqual([
    'H.264',
    'H.265',
    'JPEG',
    'G.711',
    'AAC',
  ])
})
