/** Which driver an address is for. */
import type { AllowedAddress, Driver } from './driver.ts'
import { onvifDriver } from './onvif/probe.ts'
import { rtspDriver } from './rtsp/probe.ts'

export function driverOf({ scheme }: Pick<AllowedAddress, 'scheme'>): Driver {
  switch (scheme) {
    case 'rtsp:':
    case 'rtsps:':
      return rtspDriver
    case 'http:':
    case 'https:':
      return onvifDriver
  }
}
