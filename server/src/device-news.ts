/** What happens to devices, jobs and lists, told to browsers once their sockets are there. */
import type { JobNews } from './modules/job/index.ts'
import type { Lease } from './modules/ptz/index.ts'
import type { ChannelScope } from './video/channel.ts'
import type { Ring, Taken } from './modules/ring/index.ts'
import type { UpgradeNews } from './modules/upgrade/index.ts'
import type { Push } from './push/push.ts'

/** `regionOf`: of a device that is there. */
export function deviceNews(regionOf: (companyId: string, did: string) => string | null) {
  let push: Push | undefined
  return {
    tellBy(opened: Push): void {
      push = opened
    },
    devices: (companyId: string) => push?.sendDevicesChanged(companyId),
    community: (companyId: string) => push?.sendCommunityChanged(companyId),
    job: (news: JobNews) => push?.sendJob(news),
    ptz: (place: ChannelScope, lease: Lease | undefined) =>
      push?.sendPtz(place, lease, regionOf(place.companyId, place.did)),
    ring: (ring: Ring, taken: Taken) => push?.sendRing(ring, taken, regionOf(ring.companyId, ring.did)),
    upgrade: ({ job, state, progress }: UpgradeNews) =>
      push?.sendProgress(job.companyId, job.regionId, {
        Kind: 'upgrade',
        ID: job.id,
        DID: job.did,
        State: state,
        Progress: progress,
      }),
  }
}
