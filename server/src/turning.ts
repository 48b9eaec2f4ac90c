/** Wires what turns cameras: people, tours, and what follows what it sees. */
import type { Clock } from './engines/clock.ts'
import type { Storage } from './engines/storage/storage.ts'
import type { Route } from './http/route.ts'
import type { deviceNews } from './device-news.ts'
import { openPtz, type Ptz, ptzModule } from './modules/ptz/index.ts'
import { openPtzTours } from './modules/ptz-tour/index.ts'
import type { openVision } from './modules/vision/index.ts'

type Needs = Omit<Parameters<typeof openPtz>[0], 'tell' | 'onMoved'> & {
  storage: Storage
  clock: Clock
  newId: () => string
  news: Pick<ReturnType<typeof deviceNews>, 'ptz'>
  vision: Pick<Awaited<ReturnType<typeof openVision>>, 'turned' | 'followBy'>
}

interface Turning {
  ptz: Ptz
  routes: Route[]
  close(): void
}

export async function openTurning({ news, vision, ...needs }: Needs): Promise<Turning> {
  const ptz = openPtz({ ...needs, tell: news.ptz, onMoved: (place) => vision.turned(place) })
  vision.followBy((place, turn) => ptz.follow(place, turn))
  const tours = await openPtzTours({ ...needs, ptz })
  return {
    ptz,
    routes: [...ptzModule(ptz), ...tours.routes],
    close() {
      tours.close()
      ptz.close()
    },
  }
}
