/** Which kind a device seems to be, by its own words and by how many pictures it has: a proposal for the person who adds it. */
import { decodedScope } from './device.ts'

export type DeviceKind =
  | 'camera'
  | 'nvr'
  | 'edr'
  | 'solarCamera'
  | 'splitDoorbell'
  | 'singleDoorbell'
  | 'photoDoorbell'

/** The first that fits counts: a recorder of a vehicle is a recorder too. */
const WORDS: readonly (readonly [DeviceKind, RegExp])[] = [
  ['edr', /\b(vehicle|dash ?cam|mdvr|event data recorder)\b/],
  ['nvr', /\b([dnx]vr|network video (storage|recorder)|video recorder)\b/],
  ['photoDoorbell', /\bphoto door ?bell\b/],
  ['splitDoorbell', /\b(split door ?bell|door station)\b/],
  ['singleDoorbell', /\b(door ?bell|door ?phone|video intercom|intercom)\b/],
  ['solarCamera', /\b(solar|battery) ?(powered )?cam(era)?\b/],
]
const TELLING_SCOPE = /^onvif:\/\/www\.onvif\.org\/(?:type|hardware)\/(.*)$/i

/** Tells the kind by the scopes and types of ONVIF (Core, 7.3.3.2), and the model; several pictures make a recorder. */
export function kindOfDevice(said: readonly string[], sources = 1): DeviceKind {
  const words = said.map((text) =>
    wordsOf(TELLING_SCOPE.exec(text)?.[1] ?? (text.includes('://') ? '' : text)),
  )
  const found = WORDS.find(([, pattern]) => words.some((text) => pattern.test(text)))
  return found?.[0] ?? (sources > 1 ? 'nvr' : 'camera')
}

/** `dn:NetworkVideoStorage`, `Network_Video_Storage` and `network%20video-storage` alike. */
function wordsOf(text: string): string {
  return decodedScope(text)
    .slice(0, 200)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase()
}
