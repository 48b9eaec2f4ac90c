/** Full screen for a wall or a window of it. */

const TOUCH = '(pointer: coarse)'

export function isTouch(): boolean {
  return matchMedia(TOUCH).matches
}

export async function toggleFullScreen(element: Element | null): Promise<void> {
  if (document.fullscreenElement) return await document.exitFullscreen()
  // An iPhone has none: there the page itself leaves everything to the picture when it is held sideways.
  if (!element || !document.fullscreenEnabled) return
  await element.requestFullscreen()
  if (isTouch()) await holdSideways()
}

/** Pictures are wider than high: the phone turns to them where it may. Full screen ends it again. */
async function holdSideways(): Promise<void> {
  const { orientation } = screen
  const lock: unknown = Reflect.get(orientation, 'lock')
  if (typeof lock !== 'function') return
  try {
    await Reflect.apply(lock, orientation, ['landscape'])
  } catch {
    // Tablets and desktops with a touch screen refuse; the picture is as large as it can be all the same.
  }
}
