/** A still of what a window shows, at the full size of the stream that it plays. */

const QUALITY = 0.92

export interface Snapshot {
  picture: Blob
  width: number
  height: number
}

/** Takes the picture of the player's element within `glass`; undefined while there is none. */
export async function takeSnapshot(glass: ParentNode): Promise<Snapshot | undefined> {
  const shown = glass.querySelector<HTMLVideoElement | HTMLCanvasElement>('video, canvas.picture')
  return shown ? stillOf(shown) : undefined
}

/** The picture that an element shows; undefined while there is none. */
export async function stillOf(shown: HTMLVideoElement | HTMLCanvasElement): Promise<Snapshot | undefined> {
  const [width, height] =
    shown instanceof HTMLVideoElement ? [shown.videoWidth, shown.videoHeight] : [shown.width, shown.height]
  if (width === 0 || height === 0) return undefined
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return undefined
  // Now, before anything is waited for: the next picture is another moment.
  context.drawImage(shown, 0, 0, width, height)
  return { picture: await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }), width, height }
}
