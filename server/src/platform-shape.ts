/** What a started platform offers, and what tests decide about it. */
import type { Authority } from './authority/authority.ts'
import type { Clock } from './engines/clock.ts'
import type { Secret } from './engines/secret-box.ts'
import type { Storage } from './engines/storage/storage.ts'
import type { Route } from './http/route.ts'
import type { HttpServer } from './http/server.ts'
import type { Companies } from './modules/company/index.ts'
import type { Events } from './modules/event/index.ts'
import type { openRecording, Recording } from './modules/record/index.ts'
import type { startVideo } from './video/video.ts'

export interface Platform {
  /** Address to open in a browser. */
  address: string
  /** PEM, when the platform made it itself. */
  ownCertificate: string | undefined
  http: HttpServer
  authority: Authority
  companies: Companies
  storage: Storage
  /** Where gateways and scanning guns connect. */
  mqttPort: number
  recording: Recording
  /** What is noticed at devices. */
  events: Events
  /** The archive's. */
  index: Storage
  /** Password of the company that this start founded, when nobody gave one. */
  firstPassword: Secret | undefined
  close(): Promise<void>
}

/** What tests decide otherwise. */
export interface Overrides {
  clock?: Clock
  /** Opened and migrated by the test; it stays open when the platform ends. */
  storage?: Storage | undefined
  /** A clock that nobody sets, in ms. */
  elapsedMs?: () => number
  startVideo?: typeof startVideo
  /** The archive's means: what its disk has, and what decodes its pictures. */
  recording?: Pick<Parameters<typeof openRecording>[0], 'diskRoom' | 'decoder' | 'onePageBytes'>
  consoleFolder?: string
  /** Sees the routes before they are mounted, to watch what is called. */
  routes?: (routes: Route[]) => Route[]
  logTo?: { write(line: string): void }
}
