/** What the build decides: reading 6. Everything defaults to the console's own origin. */

/** Without a trailing slash; empty for the own origin. */
export const requestBase = (import.meta.env.VITE_VMS_BASE ?? '').replace(/\/$/, '')
export const appId = import.meta.env.VITE_VMS_APP_ID ?? ''
export const sdkVersion = import.meta.env.VITE_SDK_VERSION ?? '{ip}'
export const brand = import.meta.env.VITE_BRAND ?? 'Vedette'

/** The address of one of the platform's sockets, `/vms/…`. */
export function socketUrl(path: string): string {
  const base = import.meta.env.VITE_VMS_SOCKET ?? location.origin
  return base.replace(/^http/, 'ws').replace(/\/$/, '') + path
}
