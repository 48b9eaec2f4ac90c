/** What is noticed, and whom it concerns: the wiring of events, their sources and where they are sent on to. */
import { join } from 'node:path'

import { validateAddress } from '@vedette/devices/address'

import { openRules } from './address-rules.ts'
import type { Authority } from './authority/authority.ts'
import type { Config } from './config.ts'
import { diskBlobs } from './engines/blobs/blobs.ts'
import type { SecretBox } from './engines/secret-box.ts'
import type { HttpServer } from './http/server.ts'
import { openAlarmSettings } from './modules/alarm-settings/index.ts'
import { checkEvents, gatewayEventSource, storageEvents } from './modules/event-source/index.ts'
import { openEvents } from './modules/event/index.ts'
import type { Gateways } from './modules/gateway/index.ts'
import { openPushDevices } from './modules/push-device/index.ts'

interface Needs extends Omit<Parameters<typeof openEvents>[0], 'blobs' | 'isTelecom'> {
  config: Config
  http: HttpServer
  secretBox: SecretBox
  /** Once they listen. */
  gateways: () => Gateways | undefined
  folder: string
  firstCompany: () => Promise<string | undefined>
  authority: Authority
}

export async function openAlarms({ config, http, gateways, folder, firstCompany, ...needs }: Needs) {
  // Snapshots: many, and gone with their events.
  const events = await openEvents({
    ...needs,
    blobs: diskBlobs(join(folder, 'event-pictures')),
    isTelecom: config.variants.includes('telecom'),
  })
  const check = (typed: string) =>
    validateAddress(typed, {
      ...openRules(config, http, gateways()),
      loopbackEndpoints: config.loopbackProviderPorts.map((port) => `127.0.0.1:${port}`),
    })
  const settings = openAlarmSettings({ ...needs, events, check })
  const contact =
    config.publicUrl?.protocol === 'https:' ? config.publicUrl.origin : 'mailto:vedette@localhost'
  const pushDevices = openPushDevices({ ...needs, intake: events.intake, check, contact })
  return {
    events: {
      ...events,
      routes: [...events.routes, ...settings.routes, ...pushDevices.routes],
      async close() {
        await pushDevices.close()
        await settings.close()
        await events.close()
      },
    },
    retention: settings.retention,
    /** Hears what gateways and scanning guns say. */
    hear: gatewayEventSource({ ...needs, ...events }),
    /** Hears whether the archive keeps what is recorded, and what is found wrong with it. */
    archive: { onState: storageEvents({ ...needs, ...events, firstCompany }), onWrong: checkEvents(events) },
  }
}
