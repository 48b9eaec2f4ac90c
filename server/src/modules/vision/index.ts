import { join } from 'node:path'

import type { LookState, Means, SeenMessage } from '@vedette/vision/process/messages'
import { VisionProcess } from '@vedette/vision/process/vision-process'
import type { TrialMeans } from '@vedette/vision/recorded/start-trial'

import type { Config } from '../../config.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { HttpServer } from '../../http/server.ts'
import type { DeviceScope } from '../../video/stream-registry.ts'
import { type Video, mediaClock } from '../../video/video.ts'
import type { EventIntake } from '../event/index.ts'
import { Detections } from './detections.ts'
import { Following, type TurnCamera } from './following.ts'
import type { ChannelScope } from '../../video/channel.ts'
import { Looking } from './looking.ts'
import { visionStore } from './store.ts'

interface Needs {
  storage: Storage
  clock: Clock
  config: Pick<Config, 'detection' | 'personModel'>
  /** The data folder. */
  folder: string
  http: Pick<HttpServer, 'log' | 'metrics'>
  video: Pick<Video, 'streams' | 'fanOut'>
  events: Pick<EventIntake, 'begin' | 'touch' | 'end' | 'addPicture'>
  onError: (error: unknown) => void
}

export interface Vision {
  /** What this machine can do; asks the process when it has not said so yet. */
  means(): Promise<Means>
  /** What a run over recorded footage works with. */
  readonly trialMeans: TrialMeans
  /** How the camera is looked at; undefined for one that is not. */
  lookOf(place: ChannelScope): LookState | undefined
  /** Settings of alarms were changed, or devices were added or removed. */
  refresh(...scope: DeviceScope): Promise<void>
  /** The camera is being turned: what changes in its picture has not moved. */
  turned(place: ChannelScope): void
  /** Turns cameras, from now on, after what they see, as their settings say. */
  followBy(turn: TurnCamera): void
  /** The latest look, where there is one; for some seconds every look is told. */
  seenOf(place: ChannelScope): SeenMessage | undefined
  close(): Promise<void>
}

/** Who asks what this machine can do waits no longer. */
const MEANS_MS = 4000
/** Idle time after which the process ends, without a camera to look at. */
const IDLE_MS = 60_000
/** Who watches what is seen asks more often. */
const SHOWN_MS = 10_000
const OFF: Means = {
  decoder: '',
  decoderDetail: 'VEDETTE_DETECTION is off',
  detector: '',
  detectorDetail: 'VEDETTE_DETECTION is off',
}
const STARTING: Means = {
  decoder: '',
  decoderDetail: 'The detection is starting.',
  detector: '',
  detectorDetail: 'The detection is starting.',
}

/** Detection on the platform: starts and stops looking as the settings of alarms say. */
export async function openVision(needs: Needs): Promise<Vision> {
  const { storage, clock, config, folder, http, video, events, onError } = needs
  const { detection } = config
  const trialMeans: TrialMeans = {
    cacheFolder: join(folder, 'models'),
    decoder: detection === 'auto' || detection === 'off' ? undefined : detection,
    model: config.personModel,
  }
  if (detection === 'off') return { ...NOTHING, trialMeans, means: async () => OFF }
  const { streams, fanOut } = video
  const timers = mediaClock(clock)
  let known: Means | undefined
  const asking = new Set<(means: Means) => void>()
  const looks = new Map<number, LookState>()
  /** Last looks of the streams that somebody watches them of. */
  const lastSeen = new Map<number, SeenMessage>()
  let following: Following | undefined
  const process = await VisionProcess.open({
    runFolder: join(folder, 'run-vision'),
    ...trialMeans,
    clock: timers,
    onEvent: (event) => detections.take(event),
    onSeen: (seen) => {
      lastSeen.set(seen.stream, seen)
      following?.take(seen)
    },
    onPicture: (picture) => void detections.picture(picture),
    onLooks(report) {
      looks.clear()
      for (const look of report.looks) looks.set(look.stream, look)
    },
    onMeans(means) {
      known = means
      for (const tell of asking) tell(means)
      asking.clear()
      looking.ready()
    },
    onState(state, pid) {
      http.log.debug({ pid }, `vision ${state}`)
      if (state === 'running') return
      looking.down()
      detections.clear()
      looks.clear()
      lastSeen.clear()
    },
  })
  const looking: Looking = new Looking({
    store: visionStore(storage),
    clock,
    streams,
    fanOut,
    viewer: process.viewer,
    look: (cameras, shown) => process.look(cameras, shown),
    onError,
  })
  const detections = new Detections({ events, placeOf: (stream) => looking.placeOf(stream), onError })
  const idle = clock.every(IDLE_MS, () => {
    if (looking.count === 0) process.stop()
  })
  const unsubscribe = streams.onChange((...scope) => void looking.refresh(...scope))
  void looking.refresh()
  http.metrics.gauge({
    name: 'vedette_vision_cameras',
    help: "Cameras in whose pictures the platform's own detection looks.",
    read: () => [{ value: looking.count }],
  })
  return {
    trialMeans,
    async means() {
      if (known) return known
      process.start()
      return new Promise<Means>((resolve) => {
        const late = timers.after(MEANS_MS, () => {
          asking.delete(tell)
          resolve(STARTING)
        })
        const tell = (means: Means): void => {
          late()
          resolve(means)
        }
        asking.add(tell)
      })
    },
    lookOf(place) {
      const stream = looking.streamOf(place)
      return stream === undefined ? undefined : looks.get(stream)
    },
    refresh: (...scope) => looking.refresh(...scope),
    turned(place) {
      const stream = looking.streamOf(place)
      if (stream !== undefined) process.turned(stream)
    },
    followBy(turn) {
      following = new Following({ clock, looking, turn, onError })
    },
    seenOf(place) {
      looking.show(place, clock.now() + SHOWN_MS)
      const stream = looking.streamOf(place)
      return stream === undefined ? undefined : lastSeen.get(stream)
    },
    async close() {
      unsubscribe()
      following?.close()
      idle.stop()
      await looking.close()
      await process.close()
    },
  }
}

const NOTHING: Omit<Vision, 'means' | 'trialMeans'> = {
  lookOf: () => undefined,
  refresh: async () => {},
  turned: () => {},
  followBy: () => {},
  seenOf: () => undefined,
  close: async () => {},
}
