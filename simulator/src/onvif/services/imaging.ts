/** The imaging service: what it sets is to be seen in the picture. */
import type { Imaging } from '../../lens.ts'
import { service } from '../service.ts'
import { invalidArgument } from '../soap.ts'
import { find, NOTHING, numberAt, textAt, type Xml, xml } from '../xml.ts'
import { sourceBy } from './tokens.ts'

const RANGE = xml`<tt:Min>0</tt:Min><tt:Max>100</tt:Max>`

function content({ brightness, contrast, saturation }: Imaging, isNight: boolean): Xml {
  const filter = isNight ? 'OFF' : 'ON'
  return xml`
    <tt:Brightness>${brightness}</tt:Brightness>
    <tt:ColorSaturation>${saturation}</tt:ColorSaturation>
    <tt:Contrast>${contrast}</tt:Contrast>
    <tt:IrCutFilter>${filter}</tt:IrCutFilter>
  `
}

function wanted(element: ReturnType<typeof find>, name: string, current: number): number {
  const value = numberAt(element, name) ?? current
  if (textAt(element, name) !== undefined && !(value >= 0 && value <= 100)) {
    throw invalidArgument(`${name} is from 0 to 100`, 'ter:SettingsInvalid')
  }
  return value
}

export const imaging = service(
  {
    prefix: 'timg',
    namespace: 'http://www.onvif.org/ver20/imaging/wsdl',
    path: 'imaging_service',
    capabilities: xml`<timg:Capabilities ImageStabilization="false"/>`,
  },
  {
    GetImagingSettings: ({ device, body }) => {
      const { look } = sourceBy(device, textAt(body, 'VideoSourceToken'))
      return xml`<timg:ImagingSettings>${content(look.lens.imaging, look.light === 'night')}</timg:ImagingSettings>`
    },

    SetImagingSettings: ({ device, body }) => {
      const { look } = sourceBy(device, textAt(body, 'VideoSourceToken'))
      const settings = find(body, 'ImagingSettings')
      const { brightness, contrast, saturation } = look.lens.imaging
      look.lens.imaging = {
        brightness: wanted(settings, 'Brightness', brightness),
        contrast: wanted(settings, 'Contrast', contrast),
        saturation: wanted(settings, 'ColorSaturation', saturation),
      }
      const filter = textAt(settings, 'IrCutFilter')
      if (filter === 'ON' || filter === 'OFF') look.light = filter === 'OFF' ? 'night' : 'day'
      return NOTHING
    },

    GetOptions: ({ device, body }) => {
      sourceBy(device, textAt(body, 'VideoSourceToken'))
      return xml`
        <timg:ImagingOptions>
          <tt:Brightness>${RANGE}</tt:Brightness>
          <tt:ColorSaturation>${RANGE}</tt:ColorSaturation>
          <tt:Contrast>${RANGE}</tt:Contrast>
          <tt:IrCutFilterModes>ON</tt:IrCutFilterModes>
          <tt:IrCutFilterModes>OFF</tt:IrCutFilterModes>
        </timg:ImagingOptions>
      `
    },

    GetMoveOptions: () => xml`<timg:MoveOptions/>`,
    GetStatus: () => xml`<timg:Status/>`,
  },
)
