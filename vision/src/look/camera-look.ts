/** Everything that is seen in one camera's pictures. */
import type { Cells } from '../motion/cells.ts'
import { type Motion, MotionDetector } from '../motion/motion-detector.ts'
import type { Person } from '../people/person-detector.ts'
import { type Track, Tracker } from '../people/tracker.ts'
import { type Box, type Luma, type Picture, smallLuma } from '../picture.ts'
import { type LookSettings, motionThresholds, personScore } from '../settings.ts'
import { isWatched, maskOf, zoneOf } from '../zones.ts'
import { BestPicture, type Shot } from './best-picture.ts'
import { EventRun } from './event-run.ts'

export type EventKind = 'motion' | 'human'

export interface LookHooks {
  /** `zone`: the number of the one it is in, where that is clear. */
  onBegin(kind: EventKind, atMs: number, zone: number | undefined): void
  onTouch(kind: EventKind, atMs: number): void
  onEnd(kind: EventKind, lastMs: number): void
  onPicture(kind: EventKind, shot: Shot): void
  /** What was seen in this picture; of people later than of motion. */
  onSeen(kind: EventKind, seen: Seen, atMs: number): void
  /** People are to be looked for; answered by `people`. Asked again before an answer, the newer picture counts. */
  onLookForPeople(picture: Picture, atMs: number): void
}

/** What a detector sees, for people who tune it. */
export interface Seen {
  motion: Motion
  /** Undefined before the first look. */
  cells: Pick<Cells, 'columns' | 'isMoving'> | undefined
  tracks: Track[]
}

/** Somebody who stands still moves nothing. */
const PERSON_STAYS_MS = 5000

export class CameraLook {
  readonly #settings: LookSettings
  readonly #hooks: LookHooks
  readonly #runs = { motion: new EventRun(), human: new EventRun() }
  readonly #best = { motion: new BestPicture(), human: new BestPicture() }
  readonly #tracker = new Tracker()
  #luma: Luma | undefined
  #detector: MotionDetector | undefined
  #personMs = -Infinity
  #motion: Motion = { blobs: [], isActive: false, isSeen: false }
  #tracks: Track[] = []

  constructor(settings: LookSettings, hooks: LookHooks) {
    this.#settings = settings
    this.#hooks = hooks
  }

  get seen(): Seen {
    return { motion: this.#motion, cells: this.#detector?.cells, tracks: this.#tracks }
  }

  /** The camera was turned: what is in the picture now is the scene, and none of it has moved. */
  turned(): void {
    this.#detector = undefined
  }

  look(picture: Picture, atMs: number): void {
    const before = this.#luma
    const luma = smallLuma(picture, before)
    this.#luma = luma
    if (!this.#detector || luma !== before) this.#detector = this.#detectorFor(luma)
    this.#motion = this.#detector.push(luma, atMs)
    const { blobs, isActive, isSeen } = this.#motion
    const { motion } = this.#settings
    const human = this.#looksForPeople
    const [largest] = blobs
    this.#hooks.onSeen('motion', this.seen, atMs)
    if (motion) this.#note('motion', isSeen, atMs, largest && { picture, box: largest }, largest?.area ?? 0)
    const isWanted = human && (isActive || atMs - this.#personMs < PERSON_STAYS_MS)
    if (isWanted) this.#hooks.onLookForPeople(picture, atMs)
    else if (this.#settings.human) this.#note('human', false, atMs, undefined, 0)
  }

  /** Who is in a picture that was asked about. */
  people(found: readonly Person[], picture: Picture, atMs: number): void {
    this.#tracks = this.#tracker.update(found, atMs)
    const { zones, sensitivity } = this.#settings
    const sure = this.#tracks.filter(
      (track) => track.misses === 0 && track.best >= personScore(sensitivity) && isWatched(track, zones),
    )
    this.#hooks.onSeen('human', this.seen, atMs)
    const [best] = sure.toSorted((a, b) => worthOf(b) - worthOf(a))
    if (best) this.#personMs = atMs
    if (!this.#settings.human) return
    this.#note(
      'human',
      best !== undefined,
      atMs,
      best && { picture, box: boxOf(best) },
      best ? worthOf(best) : 0,
    )
  }

  /** Nobody looks any more: what runs has ended. */
  close(): void {
    for (const kind of ['motion', 'human'] as const) {
      if (this.#runs[kind].isOn) this.#end(kind, this.#runs[kind].lastMs)
      this.#runs[kind].stop()
    }
  }

  get #looksForPeople(): boolean {
    return this.#settings.human || this.#settings.follow === 'human'
  }

  #detectorFor(luma: Luma): MotionDetector {
    const { sensitivity, zones } = this.#settings
    return new MotionDetector(luma, motionThresholds(sensitivity), maskOf(zones, luma.width, luma.height))
  }

  #note(kind: EventKind, isSeen: boolean, atMs: number, shot: Shot | undefined, worth: number): void {
    const run = this.#runs[kind]
    const { lastMs } = run
    const step = run.step(isSeen, atMs)
    if (step === 'begin') {
      this.#best[kind].begin()
      this.#hooks.onBegin(kind, atMs, shot && zoneOf(shot.box, this.#settings.zones))
    }
    if (step === 'touch') this.#hooks.onTouch(kind, atMs)
    if (step === 'end') this.#end(kind, lastMs)
    const told = shot && run.isOn ? this.#best[kind].offer(shot, worth, atMs) : undefined
    if (told) this.#hooks.onPicture(kind, told)
  }

  #end(kind: EventKind, lastMs: number): void {
    const last = this.#best[kind].last()
    if (last) this.#hooks.onPicture(kind, last)
    this.#hooks.onEnd(kind, lastMs)
  }
}

const worthOf = ({ score, width, height }: Track): number => score * Math.sqrt(width * height)
const boxOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height })
