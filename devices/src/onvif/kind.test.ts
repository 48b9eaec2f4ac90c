import { expect, it } from 'vitest'

import { kindOfDevice } from './kind.ts'

const scope = (path: string): string => `onvif://www.onvif.org/${path}`

it.each([
  ['camera', [scope('type/video_encoder'), scope('Profile/Streaming'), scope('hardware/VC-210')], 1],
  ['nvr', [scope('type/Network_Video_Storage')], 1],
  ['nvr', ['dn:NetworkVideoStorage', scope('type/video_encoder')], 1],
  ['nvr', [scope('hardware/NVR%20404')], 1],
  ['nvr', [scope('type/video_encoder')], 4],
  ['edr', [scope('type/Vehicle_Recorder'), scope('hardware/DVR')], 2],
  ['singleDoorbell', [scope('hardware/WiFi-Doorbell-2')], 1],
  ['splitDoorbell', [scope('type/Split_Doorbell')], 1],
  ['photoDoorbell', ['Photo doorbell 5'], 1],
  ['solarCamera', ['SolarCamera S150'], 1],
  // Its name and its place are whatever somebody called it.
  ['camera', [scope('name/Doorbell'), scope('location/NVR room')], 1],
  ['camera', ['Uninvrted', 'intercommunal', '%'], 1],
  ['camera', [], 0],
] as const)('a %s is known by %j and %i sources', (kind, said, sources) => {
  expect(kindOfDevice(said, sources)).toBe(kind)
})
