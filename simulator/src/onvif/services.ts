import type { Service } from './service.ts'
import { analytics } from './services/analytics.ts'
import { deviceService } from './services/device.ts'
import { events, subscription } from './services/events.ts'
import { media } from './services/media.ts'
import { imaging } from './services/imaging.ts'
import { media2 } from './services/media2.ts'
import { ptz } from './services/ptz.ts'
import { recording, replay, search } from './services/recording.ts'

/** What GetServices lists. */
const listed: readonly Service[] = [
  deviceService(() => listed),
  media,
  media2,
  events,
  imaging,
  ptz,
  analytics,
  recording,
  search,
  replay,
]

export const servicesByPath: ReadonlyMap<string, Service> = new Map(
  [...listed, subscription].map((service) => [service.path, service]),
)
