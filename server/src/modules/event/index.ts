import type { Blobs } from '../../engines/blobs/blobs.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Pictures } from '../../engines/pictures/pictures.ts'
import type { WriteWorkbook } from '../../engines/spreadsheet/workbook.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { MediaRoute } from '../../http/media.ts'
import type { Route } from '../../http/route.ts'
import type { SignedUrls } from '../../http/signed-urls.ts'
import type { PictureSource } from '../picture/index.ts'
import { AlarmDeliveries } from './deliveries.ts'
import { deliveryStore } from './delivery-store.ts'
import { EventIntake } from './intake.ts'
import { eventPictureSource } from './picture-source.ts'
import { eventMedia, type EventRouteNeeds, eventRoutes } from './routes.ts'
import { snapshotKeeper } from './snapshots.ts'
import { type EventStore, eventStore } from './store.ts'
import { eventTimelineRoutes } from './timeline.ts'
import { triageStore } from './triage-store.ts'

export { type AlarmDeliveries, type AlarmSockets, MOST_SENT_AGAIN } from './deliveries.ts'
export { COOLDOWN_MS, type Noticed, RUNS_ON_MS, type StoredEvent } from './intake.ts'
export type { EventIntake, EventStore }

export interface Events {
  /** What is noticed at devices: `begin`, `touch`, `addPicture`, `end`. */
  intake: EventIntake
  /** Finds by company, regions, device, channel, type and time. */
  store: EventStore
  deliveries: AlarmDeliveries
  routes: Route[]
  media: MediaRoute[]
  /** What the keeping of pictures may take. */
  pictures: PictureSource
  /** Deletes alarms with their pictures; anyone who sees them is told. Returns how many went. */
  remove: (companyId: string, ids: readonly string[]) => Promise<number>
  close(): Promise<void>
}

interface Needs {
  storage: Storage
  blobs: Blobs
  pictures: Pick<Pictures, 'snapshot'>
  signedUrls: SignedUrls
  writeWorkbook: WriteWorkbook
  isTelecom: boolean
  clipsOf: EventRouteNeeds['clipsOf']
  clock: Clock
  agedAt: () => number
  newId: () => string
  onError: (error: unknown) => void
}

export async function openEvents(needs: Needs): Promise<Events> {
  const { storage, clock, signedUrls } = needs
  const store = eventStore(storage)
  const snapshots = snapshotKeeper({ ...needs, store })
  const intake = new EventIntake({ ...needs, store, snapshots })
  await intake.resume()
  const deliveries = new AlarmDeliveries({
    ...needs,
    deliveries: deliveryStore(storage),
    events: store,
    intake,
  })
  const timeZoneOf = async (companyId: string): Promise<string> => {
    const [row] = await storage.read(
      storage.db.selectFrom('company').where('id', '=', companyId).select('time_zone'),
    )
    return row?.time_zone ?? 'UTC'
  }
  const remove = async (companyId: string, ids: readonly string[]): Promise<number> => {
    const [pictures, regions] = await Promise.all([
      store.pictures(companyId, ids),
      store.regionsOf(companyId, ids),
    ])
    const count = await store.delete(companyId, ids)
    await snapshots.delete(
      companyId,
      pictures.map(({ id }) => id),
    )
    intake.forget(companyId, regions)
    return count
  }
  return {
    intake,
    store,
    deliveries,
    remove,
    routes: [
      ...eventTimelineRoutes(storage),
      ...eventRoutes({
        store,
        triage: triageStore(storage),
        signedUrls,
        clock,
        writeWorkbook: needs.writeWorkbook,
        isTelecom: needs.isTelecom,
        clipsOf: needs.clipsOf,
        timeZoneOf,
        remove,
        onHandled: (companyId, ids) => intake.handled(companyId, ids),
      }),
    ],
    media: eventMedia({ store, snapshots }),
    pictures: eventPictureSource(storage, snapshots),
    async close() {
      await intake.close()
      await deliveries.close()
    },
  }
}
