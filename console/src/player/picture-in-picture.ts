/** The browser's small window above all others, for what a window of the wall plays. */

export const hasPictureInPicture = (): boolean => document.pictureInPictureEnabled

const FPS = 30

/** Into it, or back out of it; returns whether there was a picture. */
export async function inPicture(glass: ParentNode): Promise<boolean> {
  const shown = glass.querySelector<HTMLVideoElement | HTMLCanvasElement>('video, canvas.picture')
  if (!shown) return false
  const there = document.pictureInPictureElement
  if (there) {
    await document.exitPictureInPicture()
    if (there === shown) return true
  }
  if (shown instanceof HTMLVideoElement) {
    if (shown.readyState === HTMLMediaElement.HAVE_NOTHING) return false
    await shown.requestPictureInPicture()
    return true
  }
  if (shown.width === 0) return false
  const copy = document.createElement('video')
  copy.muted = true
  const stream = shown.captureStream(FPS)
  copy.srcObject = stream
  await copy.play()
  copy.addEventListener('leavepictureinpicture', () => {
    for (const track of stream.getTracks()) track.stop()
    copy.srcObject = null
  })
  await copy.requestPictureInPicture()
  return true
}
