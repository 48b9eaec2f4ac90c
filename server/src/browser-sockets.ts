/** Wires what browsers hold open: the push socket, and the one of live windows. */
import { LIVE_PATH } from '@vedette/contract/live'
import { SOCKET_PATH } from '@vedette/contract/push'

import type { Authority } from './authority/authority.ts'
import type { Config } from './config.ts'
import type { Clock } from './engines/clock.ts'
import { clientAddress } from './http/network.ts'
import type { HttpServer } from './http/server.ts'
import { Live } from './live/live.ts'
import type { AuditLog } from './modules/audit/index.ts'
import type { AlarmDeliveries } from './modules/event/index.ts'
import type { OpenWalls } from './modules/wall/index.ts'
import type { Sleepers } from './modules/sleep/index.ts'
import { attachSockets } from './push/attach-sockets.ts'
import { Push } from './push/push.ts'
import { SessionKeys } from './push/session-keys.ts'
import type { Video } from './video/video.ts'

interface Needs {
  config: Pick<Config, 'trustedProxies'>
  http: HttpServer
  authority: Authority
  audit: AuditLog
  clock: Clock
  video: Pick<Video, 'streams' | 'states' | 'fanOut' | 'presences' | 'talks' | 'transcodings'>
  sleepers: Pick<Sleepers, 'wake'>
  alarms: AlarmDeliveries
  walls: OpenWalls
  onError: (error: unknown) => void
}

export interface BrowserSockets {
  push: Push
  close(): Promise<void>
}

export function openBrowserSockets(needs: Needs): BrowserSockets {
  const { config, http, authority, audit, clock, video, sleepers, alarms, walls, onError } = needs
  const keys = new SessionKeys(authority)
  const push = new Push({ authority, clock, keys, alarms, walls, onError })
  video.presences.onChange((companyId, devices) => push.sendPresence(companyId, devices))
  const { streams, states, fanOut, talks, transcodings } = video
  const live = new Live({
    authority,
    audit,
    clock,
    keys,
    streams,
    states,
    fanOut,
    talks,
    transcodings,
    onAsleep: (companyId, did) => sleepers.wake(companyId, did),
    onError,
  })
  http.metrics.gauge({
    name: 'vedette_sessions_in_use',
    help: 'Sessions of which something was heard lately.',
    read: () => [{ value: authority.sessionsInUse() }],
  })
  http.metrics.gauge({
    name: 'vedette_live_pages',
    help: 'Pages with an open live socket.',
    read: () => [{ value: live.pages }],
  })
  http.metrics.gauge({
    name: 'vedette_live_windows',
    help: 'Windows that show a stream.',
    read: () => [{ value: live.windows }],
  })
  const sockets = attachSockets(http.server, {
    clock,
    entrances: { [SOCKET_PATH]: push, [LIVE_PATH]: live },
    isOriginAllowed: (request) => http.isOriginAllowed(request),
    addressOf: clientAddress(config.trustedProxies),
  })
  return {
    push,
    async close() {
      await sockets.close()
      live.close()
      push.close()
    },
  }
}
