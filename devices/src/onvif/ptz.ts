/** The PTZ service. Speeds and places are of the generic spaces: -1 … 1 (zoom as a place 0 … 1). */
import type { OnvifClient } from './client.ts'
import { sourcesOf } from './choice.ts'
import { orIfMissing } from './fault.ts'
import type { Profile } from './media.ts'
import { plainText } from './plain-text.ts'
import { booleanAt, child, childrenOf, tag, textAt } from './xml.ts'

export interface PtzVector {
  pan: number
  tilt: number
  zoom: number
}

export interface Preset {
  token: string
  name: string
}

function vector(name: string, { pan, tilt, zoom }: PtzVector): string {
  return `<q:${name}><tt:PanTilt x="${pan}" y="${tilt}"/><tt:Zoom x="${zoom}"/></q:${name}>`
}

/** Moves until `stop`, or until the time is over, so that a lost stop does no harm. */
export async function continuousMove(
  client: OnvifClient,
  profile: string,
  speed: PtzVector,
  timeoutS: number,
): Promise<void> {
  const inner = `${tag('q:ProfileToken', profile)}${vector('Velocity', speed)}${tag('q:Timeout', `PT${timeoutS}S`)}`
  await client.call('ptz', 'ContinuousMove', inner)
}

/** A relative translation space of the ONVIF PTZ specification, section 5.8.2: -1 … 1 are the borders of what the camera sees now. */
const FIELD_OF_VIEW = 'http://www.onvif.org/ver10/tptz/PanTiltSpaces/TranslationSpaceFov'

/** Brings a point of the picture into the middle; `zoom` is by how much of the camera's range it zooms in meanwhile. */
export async function moveInView(
  client: OnvifClient,
  profile: string,
  { x, y, zoom }: { x: number; y: number; zoom: number },
): Promise<void> {
  const turn = `<tt:PanTilt x="${x}" y="${y}" space="${FIELD_OF_VIEW}"/>`
  const closer = zoom === 0 ? '' : `<tt:Zoom x="${zoom}"/>`
  const inner = `${tag('q:ProfileToken', profile)}<q:Translation>${turn}${closer}</q:Translation>`
  await client.call('ptz', 'RelativeMove', inner)
}

export async function absoluteMove(client: OnvifClient, profile: string, to: PtzVector): Promise<void> {
  await client.call('ptz', 'AbsoluteMove', `${tag('q:ProfileToken', profile)}${vector('Position', to)}`)
}

export async function stop(client: OnvifClient, profile: string): Promise<void> {
  const inner = `${tag('q:ProfileToken', profile)}${tag('q:PanTilt', true)}${tag('q:Zoom', true)}`
  await client.call('ptz', 'Stop', inner)
}

/** Undefined where the device does not say. */
export async function getPosition(client: OnvifClient, profile: string): Promise<PtzVector | undefined> {
  const answer = await client.call('ptz', 'GetStatus', tag('q:ProfileToken', profile))
  const position = child(answer, 'PTZStatus', 'Position')
  const at = (element: string, axis: string) => Number(child(position, element)?.attributes.get(axis))
  const [pan, tilt, zoom] = [at('PanTilt', 'x'), at('PanTilt', 'y'), at('Zoom', 'x')]
  return Number.isFinite(pan) && Number.isFinite(tilt)
    ? { pan, tilt, zoom: Number.isFinite(zoom) ? zoom : 0 }
    : undefined
}

export async function getPresets(client: OnvifClient, profile: string): Promise<Preset[]> {
  const answer = await client.call('ptz', 'GetPresets', tag('q:ProfileToken', profile))
  return childrenOf(answer, 'Preset').map((preset) => ({
    token: preset.attributes.get('token') ?? '',
    name: plainText(textAt(preset, 'Name')),
  }))
}

export async function gotoPreset(client: OnvifClient, profile: string, preset: string): Promise<void> {
  await client.call('ptz', 'GotoPreset', `${tag('q:ProfileToken', profile)}${tag('q:PresetToken', preset)}`)
}

/** Stores where the camera looks now, under a new preset or over one; returns its token. */
export async function setPreset(
  client: OnvifClient,
  profile: string,
  { name, token }: { name: string; token?: string | undefined },
): Promise<string> {
  const inner = `${tag('q:ProfileToken', profile)}${tag('q:PresetName', name)}${tag('q:PresetToken', token)}`
  return textAt(await client.call('ptz', 'SetPreset', inner), 'PresetToken')
}

export async function removePreset(client: OnvifClient, profile: string, preset: string): Promise<void> {
  await client.call('ptz', 'RemovePreset', `${tag('q:ProfileToken', profile)}${tag('q:PresetToken', preset)}`)
}

export async function gotoHome(client: OnvifClient, profile: string): Promise<void> {
  await client.call('ptz', 'GotoHomePosition', tag('q:ProfileToken', profile))
}

export async function setHome(client: OnvifClient, profile: string): Promise<void> {
  await client.call('ptz', 'SetHomePosition', tag('q:ProfileToken', profile))
}

export interface PtzAbilities {
  hasZoom: boolean
  hasHome: boolean
  /** Whether it turns by parts of its picture. */
  hasFieldOfView: boolean
}

/** What the camera's first PTZ node says of itself; a camera that tells of none is taken to have both. */
export async function getPtzAbilities(client: OnvifClient): Promise<PtzAbilities> {
  const answer = await orIfMissing(client.call('ptz', 'GetNodes'), undefined)
  const node = child(answer, 'PTZNode')
  if (!node) return { hasZoom: true, hasHome: true, hasFieldOfView: false }
  const spaces = child(node, 'SupportedPTZSpaces')
  return {
    hasZoom: child(spaces, 'ContinuousZoomVelocitySpace') !== undefined,
    hasHome: booleanAt(node, 'HomeSupported'),
    hasFieldOfView: childrenOf(spaces, 'RelativePanTiltTranslationSpace').some(
      (space) => textAt(space, 'URI') === FIELD_OF_VIEW,
    ),
  }
}

/** The profile by which one picture source is turned; undefined where none can be. */
export function ptzProfileOf(
  profiles: readonly Profile[],
  channel: number,
): { profile: string; source: string } | undefined {
  const of = sourcesOf(profiles)[channel]?.find((profile) => profile.hasPtz)
  return of && { profile: of.token, source: of.source }
}
