/** The PTZ service: it turns the camera, and the picture shows where to. */
import type { Lens, Position } from '../../lens.ts'
import { type Call, service } from '../service.ts'
import { invalidArgument, SoapFault } from '../soap.ts'
import { find, NOTHING, textAt, type Xml, type XmlElement, xml } from '../xml.ts'
import { durationMs } from './duration.ts'
import { type Profile, profileBy } from './tokens.ts'

export const NODE = 'ptz'
const SPACES = 'http://www.onvif.org/ver10/tptz'
const POSITION_SPACE = `${SPACES}/PanTiltSpaces/PositionGenericSpace`
const ZOOM_SPACE = `${SPACES}/ZoomSpaces/PositionGenericSpace`
const FIELD_OF_VIEW = `${SPACES}/PanTiltSpaces/TranslationSpaceFov`
const LONGEST_MOVE_MS = 60_000
const DEFAULT_MOVE_MS = 10_000

const axis = (name: 'XRange' | 'YRange', from: number): Xml =>
  name === 'XRange'
    ? xml`<tt:XRange><tt:Min>${from}</tt:Min><tt:Max>1</tt:Max></tt:XRange>`
    : xml`<tt:YRange><tt:Min>${from}</tt:Min><tt:Max>1</tt:Max></tt:YRange>`
const plane = xml`${axis('XRange', -1)}${axis('YRange', -1)}`
const uri = (text: string): Xml => xml`<tt:URI>${SPACES}/${text}</tt:URI>`

const SUPPORTED = xml`
  <tt:AbsolutePanTiltPositionSpace>${uri('PanTiltSpaces/PositionGenericSpace')}${plane}</tt:AbsolutePanTiltPositionSpace>
  <tt:AbsoluteZoomPositionSpace>${uri('ZoomSpaces/PositionGenericSpace')}${axis('XRange', 0)}</tt:AbsoluteZoomPositionSpace>
  <tt:RelativePanTiltTranslationSpace>${uri('PanTiltSpaces/TranslationGenericSpace')}${plane}</tt:RelativePanTiltTranslationSpace>
  <tt:RelativePanTiltTranslationSpace>${uri('PanTiltSpaces/TranslationSpaceFov')}${plane}</tt:RelativePanTiltTranslationSpace>
  <tt:RelativeZoomTranslationSpace>
    ${uri('ZoomSpaces/TranslationGenericSpace')}
    ${axis('XRange', -1)}
  </tt:RelativeZoomTranslationSpace>
  <tt:ContinuousPanTiltVelocitySpace>${uri('PanTiltSpaces/VelocityGenericSpace')}${plane}</tt:ContinuousPanTiltVelocitySpace>
  <tt:ContinuousZoomVelocitySpace>${uri('ZoomSpaces/VelocityGenericSpace')}${axis('XRange', -1)}</tt:ContinuousZoomVelocitySpace>
`

const NODE_CONTENT = xml`
  <tt:Name>${NODE}</tt:Name>
  <tt:SupportedPTZSpaces>${SUPPORTED}</tt:SupportedPTZSpaces>
  <tt:MaximumNumberOfPresets>100</tt:MaximumNumberOfPresets>
  <tt:HomeSupported>true</tt:HomeSupported>
`

/** Content of a `tt:PTZConfiguration`. */
export const CONFIGURATION_CONTENT = xml`
  <tt:Name>${NODE}</tt:Name>
  <tt:UseCount>2</tt:UseCount>
  <tt:NodeToken>${NODE}</tt:NodeToken>
  <tt:DefaultAbsolutePantTiltPositionSpace>${POSITION_SPACE}</tt:DefaultAbsolutePantTiltPositionSpace>
  <tt:DefaultAbsoluteZoomPositionSpace>${ZOOM_SPACE}</tt:DefaultAbsoluteZoomPositionSpace>
  <tt:DefaultContinuousPanTiltVelocitySpace>${SPACES}/PanTiltSpaces/VelocityGenericSpace</tt:DefaultContinuousPanTiltVelocitySpace>
  <tt:DefaultContinuousZoomVelocitySpace>${SPACES}/ZoomSpaces/VelocityGenericSpace</tt:DefaultContinuousZoomVelocitySpace>
  <tt:DefaultPTZTimeout>PT10S</tt:DefaultPTZTimeout>
`

function lensOf({ device, body }: Call): Lens {
  const profile: Profile = profileBy(device, textAt(body, 'ProfileToken'))
  return profile.camera.look.lens
}

/** The vector's parts, those not given as `otherwise` has them. */
function vector(element: XmlElement | undefined, otherwise: Position): Position {
  const read = (part: 'PanTilt' | 'Zoom', name: 'x' | 'y', known: number): number => {
    const written = find(element, part)?.attributes[name]
    if (written === undefined) return known
    const value = Number(written)
    if (written.trim() === '' || !(Math.abs(value) <= 1)) {
      throw invalidArgument(`${part} is from -1 to 1`, 'ter:InvalidPosition')
    }
    return value
  }
  return {
    pan: read('PanTilt', 'x', otherwise.pan),
    tilt: read('PanTilt', 'y', otherwise.tilt),
    zoom: read('Zoom', 'x', otherwise.zoom),
  }
}

const AT_REST: Position = { pan: 0, tilt: 0, zoom: 0 }

const positionContent = ({ pan, tilt, zoom }: Position): Xml =>
  xml`<tt:PanTilt x="${pan}" y="${tilt}" space="${POSITION_SPACE}"/><tt:Zoom x="${zoom}" space="${ZOOM_SPACE}"/>`

function presetOf(lens: Lens, token: string | undefined): { name: string; position: Position } {
  const preset = lens.presets.get(token ?? '')
  if (preset === undefined) throw invalidArgument('There is no such preset', 'ter:NoToken')
  return preset
}

function setPreset(call: Call): string {
  const lens = lensOf(call)
  const given = textAt(call.body, 'PresetToken')
  if (given !== undefined) presetOf(lens, given)
  let free = 1
  while (lens.presets.has(String(free))) free++
  const token = given ?? String(free)
  const name = textAt(call.body, 'PresetName') ?? lens.presets.get(token)?.name ?? token
  if (name.length > 64) throw invalidArgument('The name is too long', 'ter:InvalidPresetName')
  if (!lens.keepPreset(token, name, Date.now())) {
    throw new SoapFault('There are too many presets', ['ter:Action', 'ter:TooManyPresets'], 'Receiver')
  }
  return token
}

export const ptz = service(
  {
    prefix: 'tptz',
    namespace: 'http://www.onvif.org/ver20/ptz/wsdl',
    path: 'ptz_service',
    capabilities: xml`<tptz:Capabilities EFlip="false" Reverse="false" MoveStatus="true" StatusPosition="true"/>`,
    isFor: (device) => device.features.ptz,
  },
  {
    GetNodes: () =>
      xml`<tptz:PTZNode token="${NODE}" FixedHomePosition="false">${NODE_CONTENT}</tptz:PTZNode>`,
    GetNode: () =>
      xml`<tptz:PTZNode token="${NODE}" FixedHomePosition="false">${NODE_CONTENT}</tptz:PTZNode>`,
    GetConfigurations: () =>
      xml`<tptz:PTZConfiguration token="${NODE}">${CONFIGURATION_CONTENT}</tptz:PTZConfiguration>`,
    GetConfiguration: () =>
      xml`<tptz:PTZConfiguration token="${NODE}">${CONFIGURATION_CONTENT}</tptz:PTZConfiguration>`,
    GetConfigurationOptions: () =>
      xml`
        <tptz:PTZConfigurationOptions>
          <tt:Spaces>${SUPPORTED}</tt:Spaces>
          <tt:PTZTimeout><tt:Min>PT1S</tt:Min><tt:Max>PT60S</tt:Max></tt:PTZTimeout>
        </tptz:PTZConfigurationOptions>
      `,

    GetStatus: (call) => {
      const lens = lensOf(call)
      const now = Date.now()
      const position = lens.at(now)
      const state = lens.isMoving ? 'MOVING' : 'IDLE'
      return xml`
        <tptz:PTZStatus>
          <tt:Position>${positionContent(position)}</tt:Position>
          <tt:MoveStatus><tt:PanTilt>${state}</tt:PanTilt><tt:Zoom>${state}</tt:Zoom></tt:MoveStatus>
          <tt:UtcTime>${new Date(now + call.device.clockOffsetMs).toISOString()}</tt:UtcTime>
        </tptz:PTZStatus>
      `
    },

    ContinuousMove: (call) => {
      const timeoutMs = durationMs(textAt(call.body, 'Timeout')) ?? DEFAULT_MOVE_MS
      const velocity = vector(find(call.body, 'Velocity'), AT_REST)
      lensOf(call).move(velocity, Math.min(timeoutMs, LONGEST_MOVE_MS), Date.now())
      return NOTHING
    },

    RelativeMove: (call) => {
      const lens = lensOf(call)
      const now = Date.now()
      const from = lens.at(now)
      const translation = find(call.body, 'Translation')
      const inView = find(translation, 'PanTilt')?.attributes['space'] === FIELD_OF_VIEW
      const wanted = vector(translation, AT_REST)
      const by = inView ? lens.seenAt(wanted, now) : wanted
      lens.goTo({ pan: from.pan + by.pan, tilt: from.tilt + by.tilt, zoom: from.zoom + by.zoom }, now)
      return NOTHING
    },

    AbsoluteMove: (call) => {
      const lens = lensOf(call)
      const now = Date.now()
      lens.goTo(vector(find(call.body, 'Position'), lens.at(now)), now)
      return NOTHING
    },

    Stop: (call) => {
      const lens = lensOf(call)
      const now = Date.now()
      lens.at(now)
      lens.stop(now)
      return NOTHING
    },

    GetPresets: (call) =>
      xml`${[...lensOf(call).presets].map(
        ([token, { name, position }]) =>
          xml`<tptz:Preset token="${token}"><tt:Name>${name}</tt:Name><tt:PTZPosition>${positionContent(position)}</tt:PTZPosition></tptz:Preset>`,
      )}`,

    SetPreset: (call) => xml`<tptz:PresetToken>${setPreset(call)}</tptz:PresetToken>`,

    RemovePreset: (call) => {
      const lens = lensOf(call)
      presetOf(lens, textAt(call.body, 'PresetToken'))
      lens.presets.delete(textAt(call.body, 'PresetToken') ?? '')
      return NOTHING
    },

    GotoPreset: (call) => {
      const lens = lensOf(call)
      lens.goTo(presetOf(lens, textAt(call.body, 'PresetToken')).position, Date.now())
      return NOTHING
    },

    GotoHomePosition: (call) => {
      const lens = lensOf(call)
      lens.goTo(lens.home, Date.now())
      return NOTHING
    },

    SetHomePosition: (call) => {
      const lens = lensOf(call)
      lens.home = { ...lens.at(Date.now()) }
      return NOTHING
    },
  },
)
