/** What the build decides: reading 6. Everything defaults to the console's own origin. */
import type { Variant } from '@vedette/contract/pages'

/** Without a trailing slash; empty for the own origin. */
export const requestBase = (import.meta.env.VITE_VMS_BASE ?? '').replace(/\/$/, '')
export const appId = import.meta.env.VITE_VMS_APP_ID ?? ''
/** Socket SDK version (section 9). */
export const SOCKET_SDK_VERSION = import.meta.env.VITE_SDK_VERSION ?? '{ip}'
export const brand = import.meta.env.VITE_BRAND_NAME ?? 'Vedette'

/** Which permission sets are active; the server's VEDETTE_VARIANTS names the same. */
export const variants = variantsOf(import.meta.env.VITE_COMMUNITY, import.meta.env.VITE_TELECOM)

export function variantsOf(community: string | undefined, telecom: string | undefined): readonly Variant[] {
  const variants: Variant[] = ['base']
  if (isOn(community)) variants.push('community')
  if (isOn(telecom)) variants.push('telecom')
  return variants
}

function isOn(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true'
}

/** The address of one of the platform's sockets, `/vms/…`. */
export function socketUrl(path: string): string {
  const base = import.meta.env.VITE_VMS_SOCKET ?? location.origin
  return base.replace(/^http/, 'ws').replace(/\/$/, '') + path
}
