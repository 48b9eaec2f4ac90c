/** A camera of ONVIF that can be turned, and keeps what it was told. */
import { scriptedDevice, type ScriptedDevice } from '@vedette/devices/onvif/testing/scripted-device'
import { pngOf } from './png.ts'
import { child, textAt, type XmlElement } from '@vedette/devices/onvif/xml'

export interface TurningCamera extends ScriptedDevice {
  /** What it was told, in order. */
  told: string[]
  presets: Map<string, string>
  /** Where it looks the next times that it is asked; then at rest. */
  positions: number[]
  /** It answers nothing but errors; `unheard` counts what it was asked meanwhile. */
  isDeaf: boolean
  /** It closes every connection. */
  isAway: boolean
  unheard: number
  /** The sides of the square picture that it gives; 0: it gives none. */
  pictureSide: number
  /** It answers nonsense so many times when it is told to stop. */
  badStops: number
  /** While it is there, the camera answers to nothing until it is called. */
  waking: (() => void)[] | undefined
}

const service = (path: string) =>
  `<Service><Namespace>http://www.onvif.org/${path}/wsdl</Namespace><XAddr>http://10.0.0.9/onvif/${path}</XAddr></Service>`

export async function turningCamera(): Promise<TurningCamera> {
  const told: string[] = []
  const presets = new Map<string, string>()
  const note = (say: (request: XmlElement) => string) => (request: XmlElement) => {
    told.push(say(request))
    return ''
  }
  const at = (request: XmlElement, part: string, axis: string) =>
    Number(child(request, 'Velocity', part)?.attributes.get(axis))
  const camera: Omit<TurningCamera, keyof ScriptedDevice | 'told' | 'presets'> = {
    badStops: 0,
    pictureSide: 16,
    positions: [],
    isDeaf: false,
    isAway: false,
    unheard: 0,
    waking: undefined,
  }
  const device: ScriptedDevice = await scriptedDevice({
    before() {
      const { waking } = camera
      return waking && new Promise((done) => waking.push(done))
    },
    instead: (_action, _request, response) => {
      if (!camera.isDeaf && !camera.isAway) return false
      camera.unheard++
      if (camera.isAway) response.destroy()
      else response.writeHead(500).end()
      return true
    },
    get: (_request, response) =>
      camera.pictureSide > 0
        ? void response
            .writeHead(200, { 'content-type': 'image/png' })
            .end(pngOf(camera.pictureSide, camera.pictureSide))
        : void response.writeHead(503).end(),
    answers: {
      GetServices: ['ver10/device', 'ver10/media', 'ver20/imaging', 'ver20/ptz'].map(service).join(''),
      GetProfiles:
        '<Profiles token="P1"><Name>Main</Name><VideoSourceConfiguration><SourceToken>S1</SourceToken></VideoSourceConfiguration>' +
        '<VideoEncoderConfiguration token="V1"><Name>Main</Name><Encoding>H264</Encoding><Resolution><Width>1920</Width>' +
        '<Height>1080</Height></Resolution></VideoEncoderConfiguration><PTZConfiguration token="Z1"/></Profiles>',
      GetSnapshotUri: () => `<MediaUri><Uri>http://10.0.0.9:${device.port}/picture</Uri></MediaUri>`,
      GetStreamUri: '<MediaUri><Uri>rtsp://10.0.0.9:1/main</Uri></MediaUri>',
      GetNodes:
        '<PTZNode token="N"><SupportedPTZSpaces><ContinuousZoomVelocitySpace/><RelativePanTiltTranslationSpace>' +
        '<URI>http://www.onvif.org/ver10/tptz/PanTiltSpaces/TranslationSpaceFov</URI></RelativePanTiltTranslationSpace>' +
        '</SupportedPTZSpaces><HomeSupported>true</HomeSupported></PTZNode>',
      GetMoveOptions:
        '<MoveOptions><Continuous><Speed><Min>-1</Min><Max>1</Max></Speed></Continuous></MoveOptions>',
      ContinuousMove: note(
        (it) =>
          `move ${at(it, 'PanTilt', 'x')} ${at(it, 'PanTilt', 'y')} ${at(it, 'Zoom', 'x')} ${textAt(it, 'Timeout')}`,
      ),
      Move: note((it) => `focus ${textAt(it, 'Focus', 'Continuous', 'Speed')}`),
      // Both services have an action of this name; the one of PTZ names a profile.
      Stop: (it) => {
        told.push(textAt(it, 'ProfileToken') === '' ? 'stop focus' : 'stop')
        return camera.badStops-- > 0 ? '<nonsense' : ''
      },
      GetPresets: () =>
        [...presets]
          .map(([token, name]) => `<Preset token="${token}"><Name>${name}</Name></Preset>`)
          .join(''),
      SetPreset: (it) => {
        const token = textAt(it, 'PresetToken') || `T${presets.size + 1}`
        presets.set(token, textAt(it, 'PresetName'))
        return `<PresetToken>${token}</PresetToken>`
      },
      RemovePreset: (it) => {
        presets.delete(textAt(it, 'PresetToken'))
        return ''
      },
      GotoPreset: note((it) => `go ${textAt(it, 'PresetToken')}`),
      GetStatus: () => {
        const pan = camera.positions.shift() ?? 0.25
        return `<PTZStatus><Position><PanTilt x="${pan}" y="-0.5"/><Zoom x="0"/></Position></PTZStatus>`
      },
      AbsoluteMove: note((it) => {
        const to = child(it, 'Position', 'PanTilt')
        return `to ${to?.attributes.get('x')} ${to?.attributes.get('y')}`
      }),
      RelativeMove: note((it) => {
        const [turn, zoom] = ['PanTilt', 'Zoom'].map((part) => child(it, 'Translation', part)?.attributes)
        return `aim ${turn?.get('x')} ${turn?.get('y')} ${zoom?.get('x') ?? 0}`
      }),
      GotoHomePosition: note(() => 'home'),
      SetHomePosition: note(() => 'set home'),
    },
  })
  return Object.assign(camera, device, { told, presets })
}
