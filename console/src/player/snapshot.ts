/** A still of what a window shows, at the full size of the stream that it plays, where the platform takes pictures so large. */
import {
  LONGEST_PICTURE_SIDE,
  MOST_PICTURE_BYTES,
  MOST_PICTURE_PIXELS,
} from '@vedette/contract/picture-limits'

/** Tried one after the other; then the picture is made smaller. */
const QUALITIES = [0.92, 0.85, 0.75] as const
const SMALLER = 0.8

interface Size {
  width: number
  height: number
}

export interface Snapshot extends Size {
  picture: Blob
}

/** Takes the picture that is shown within `glass`; undefined while there is none. */
export async function takeSnapshot(glass: ParentNode): Promise<Snapshot | undefined> {
  // While the player is made anew its own element is still blank, and the last picture lies over it.
  const shown =
    glass.querySelector<HTMLCanvasElement>('canvas.held:not([hidden])') ??
    glass.querySelector<HTMLVideoElement | HTMLCanvasElement>('video, canvas.picture')
  return shown ? stillOf(shown) : undefined
}

/** The picture that an element shows; undefined while there is none. */
export async function stillOf(shown: HTMLVideoElement | HTMLCanvasElement): Promise<Snapshot | undefined> {
  const [width, height] =
    shown instanceof HTMLVideoElement ? [shown.videoWidth, shown.videoHeight] : [shown.width, shown.height]
  if (width === 0 || height === 0) return undefined
  // Now, before anything is waited for: the next picture is another moment.
  const whole = drawn(shown, sizeWithin({ width, height }))
  if (!whole) return undefined
  return fitted({ width: whole.width, height: whole.height }, (size, quality) => {
    const canvas = size.width === whole.width ? whole : (drawn(whole, size) ?? whole)
    return canvas.convertToBlob({ type: 'image/jpeg', quality })
  })
}

/** The largest size of these proportions that the platform takes. */
export function sizeWithin({ width, height }: Size): Size {
  const scale = Math.min(
    1,
    LONGEST_PICTURE_SIDE / Math.max(width, height),
    Math.sqrt(MOST_PICTURE_PIXELS / (width * height)),
  )
  return scaled({ width, height }, scale)
}

/** Encodes a picture as well as the platform's limit allows. */
export async function fitted(
  whole: Size,
  encode: (size: Size, quality: number) => Promise<Blob>,
): Promise<Snapshot> {
  let [size, at] = [whole, 0]
  for (;;) {
    const picture = await encode(size, QUALITIES[at] ?? QUALITIES[2])
    if (picture.size <= MOST_PICTURE_BYTES || size.width * size.height === 1) return { picture, ...size }
    if (++at >= QUALITIES.length) size = scaled(size, SMALLER)
  }
}

const scaled = ({ width, height }: Size, by: number): Size => ({
  width: Math.max(1, Math.floor(width * by)),
  height: Math.max(1, Math.floor(height * by)),
})

function drawn(shown: CanvasImageSource, { width, height }: Size): OffscreenCanvas | undefined {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  context?.drawImage(shown, 0, 0, width, height)
  return context ? canvas : undefined
}
