/** The imaging service: how a video source's picture looks. */
import type { OnvifClient } from './client.ts'
import { orIfMissing } from './fault.ts'
import { child, numberAt, tag, textAt } from './xml.ts'

const IR_CUT = ['ON', 'OFF', 'AUTO'] as const

export interface ImagingRange {
  min: number
  max: number
}

/** What the device has of these; what it has not is undefined. */
export interface Imaging {
  brightness?: number | undefined
  saturation?: number | undefined
  contrast?: number | undefined
  sharpness?: number | undefined
  irCut?: (typeof IR_CUT)[number] | undefined
}

export type ImagingNumber = 'brightness' | 'saturation' | 'contrast' | 'sharpness'

const ELEMENT: Readonly<Record<ImagingNumber, string>> = {
  brightness: 'Brightness',
  saturation: 'ColorSaturation',
  contrast: 'Contrast',
  sharpness: 'Sharpness',
}

export async function getImaging(client: OnvifClient, source: string): Promise<Imaging> {
  const answer = await client.call('imaging', 'GetImagingSettings', tag('q:VideoSourceToken', source))
  const settings = child(answer, 'ImagingSettings')
  const irCut = textAt(settings, 'IrCutFilter')
  return {
    brightness: numberAt(settings, ELEMENT.brightness),
    saturation: numberAt(settings, ELEMENT.saturation),
    contrast: numberAt(settings, ELEMENT.contrast),
    sharpness: numberAt(settings, ELEMENT.sharpness),
    irCut: IR_CUT.find((word) => word === irCut),
  }
}

/** The range of each number that the device lets be set. */
export async function getImagingRanges(
  client: OnvifClient,
  source: string,
): Promise<Partial<Record<ImagingNumber, ImagingRange>>> {
  const answer = await client.call('imaging', 'GetOptions', tag('q:VideoSourceToken', source))
  const options = child(answer, 'ImagingOptions')
  const ranges: Partial<Record<ImagingNumber, ImagingRange>> = {}
  for (const name of ['brightness', 'saturation', 'contrast', 'sharpness'] as const) {
    const [min, max] = [numberAt(options, ELEMENT[name], 'Min'), numberAt(options, ELEMENT[name], 'Max')]
    if (min !== undefined && max !== undefined) ranges[name] = { min, max }
  }
  return ranges
}

/** Sets what is named; the rest stays. */
export async function setImaging(client: OnvifClient, source: string, change: Imaging): Promise<void> {
  // In the order of the schema, on which some devices insist.
  const settings =
    tag('tt:Brightness', change.brightness) +
    tag('tt:ColorSaturation', change.saturation) +
    tag('tt:Contrast', change.contrast) +
    tag('tt:IrCutFilter', change.irCut) +
    tag('tt:Sharpness', change.sharpness)
  const inner = `${tag('q:VideoSourceToken', source)}<q:ImagingSettings>${settings}</q:ImagingSettings>${tag('q:ForcePersistence', true)}`
  await client.call('imaging', 'SetImagingSettings', inner)
}

/** Whether the lens can be focused by hand, at a speed. */
export async function hasFocus(client: OnvifClient, source: string): Promise<boolean> {
  if (!client.has('imaging')) return false
  const answer = await orIfMissing(
    client.call('imaging', 'GetMoveOptions', tag('q:VideoSourceToken', source)),
    undefined,
  )
  return child(answer, 'MoveOptions', 'Continuous') !== undefined
}

/** Focuses nearer (below 0) or farther until `stopFocus`; full speed is 1. */
export async function moveFocus(client: OnvifClient, source: string, speed: number): Promise<void> {
  const focus = `<q:Focus><tt:Continuous>${tag('tt:Speed', speed)}</tt:Continuous></q:Focus>`
  await client.call('imaging', 'Move', `${tag('q:VideoSourceToken', source)}${focus}`)
}

export async function stopFocus(client: OnvifClient, source: string): Promise<void> {
  await client.call('imaging', 'Stop', tag('q:VideoSourceToken', source))
}
