/** What is noticed, and whom it concerns: the wiring of events and their sources. */
import { join } from 'node:path'

import { diskBlobs } from './engines/blobs/blobs.ts'
import { gatewayEventSource, storageEvents } from './modules/event-source/index.ts'
import { openEvents } from './modules/event/index.ts'

interface Needs extends Omit<Parameters<typeof openEvents>[0], 'blobs'> {
  folder: string
  firstCompany: () => Promise<string | undefined>
}

export async function openAlarms({ folder, firstCompany, ...needs }: Needs) {
  // Snapshots: many, and gone with their events.
  const events = await openEvents({ ...needs, blobs: diskBlobs(join(folder, 'event-pictures')) })
  return {
    events,
    /** Hears what gateways and scanning guns say. */
    hear: gatewayEventSource({ ...needs, ...events }),
    /** Hears whether the archive keeps what is recorded. */
    onArchive: storageEvents({ ...needs, ...events, firstCompany }),
  }
}
