const FLASH_MS = 240

/** Flashes as a shutter does; not at all where motion is unwanted. */
export function flash(element: HTMLElement | null): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element?.animate([{ filter: 'brightness(2.5)' }, { filter: 'none' }], { duration: FLASH_MS })
}
