/** Cameras that follow what they see: motion and human tracking of section 3, reading 31. */
import { Refusal } from '@vedette/contract/codes'
import { PtzFollow, type Target, type Turn } from '@vedette/vision/follow/ptz-follow'
import type { SeenMessage, SeenPerson } from '@vedette/vision/process/messages'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { ChannelScope } from '../../video/channel.ts'
import type { Looking } from './looking.ts'

/** Returns false while a person has the camera. */
export type TurnCamera = (place: ChannelScope, turn: Turn) => Promise<boolean>

/** A turn that goes on is said again, before the camera stops by itself. */
const AGAIN_MS = 600
const TICK_MS = 1000
/** One that cannot be turned is tried again so much later. */
const REST_MS = 60_000
/** No camera turns finer, and each step is a word to it. */
const STEPS = 20

interface Needs {
  clock: Clock
  looking: Pick<Looking, 'placeOf' | 'followOf'>
  turn: TurnCamera
  onError: (error: unknown) => void
}

interface Followed {
  follow: PtzFollow
  kind: 'motion' | 'human'
  /** The person that is followed. */
  person: number | undefined
  told: string
  toldMs: number
  restsUntilMs: number
  isAsking: boolean
}

export class Following {
  readonly #needs: Needs
  readonly #followed = new Map<number, Followed>()
  readonly #timer: Timer

  constructor(needs: Needs) {
    this.#needs = needs
    this.#timer = needs.clock.every(TICK_MS, () => this.#tick())
  }

  take(seen: SeenMessage): void {
    const { looking, clock } = this.#needs
    const kind = looking.followOf(seen.stream)
    if (kind === 'none') return
    let followed = this.#followed.get(seen.stream)
    if (followed?.kind !== kind) {
      followed = {
        follow: new PtzFollow(kind === 'motion'),
        kind,
        person: undefined,
        told: '',
        toldMs: 0,
        restsUntilMs: 0,
        isAsking: false,
      }
      this.#followed.set(seen.stream, followed)
    }
    const target = seen.kind === kind ? targetOf(seen, followed) : undefined
    this.#step(seen.stream, followed, target, clock.now())
  }

  close(): void {
    this.#timer.stop()
  }

  #tick(): void {
    const { looking, clock } = this.#needs
    for (const [stream, followed] of this.#followed) {
      if (looking.followOf(stream) === followed.kind) this.#step(stream, followed, undefined, clock.now())
      else this.#followed.delete(stream)
    }
  }

  #step(stream: number, followed: Followed, target: Target | undefined, nowMs: number): void {
    const place = this.#needs.looking.placeOf(stream)
    if (!place || nowMs < followed.restsUntilMs) return
    const turn = followed.follow.step(target, nowMs)
    if (turn === undefined) return
    const coarse = typeof turn === 'object' ? { pan: rounded(turn.pan), tilt: rounded(turn.tilt) } : turn
    const word = JSON.stringify(coarse)
    const isSaid = word === followed.told && nowMs - followed.toldMs < AGAIN_MS
    // The next look says better what is still unsaid, but for an end.
    if (isSaid || (followed.isAsking && typeof turn === 'object')) return
    followed.told = word
    followed.toldMs = nowMs
    followed.isAsking = true
    this.#needs
      .turn(place, coarse)
      .then((isOurs) => {
        if (!isOurs) followed.follow.yield()
      })
      .catch((error: unknown) => {
        followed.follow.yield()
        followed.restsUntilMs = this.#needs.clock.now() + REST_MS
        // One that is away, or does not turn: its page says so.
        if (!(error instanceof Refusal)) this.#needs.onError(error)
      })
      .finally(() => (followed.isAsking = false))
  }
}

function targetOf({ kind, isActive, moved, people }: SeenMessage, followed: Followed): Target | undefined {
  if (kind === 'motion') {
    const [largest] = moved
    return largest && isActive ? middleOf({ ...largest, speedX: 0, speedY: 0 }) : undefined
  }
  const sure = people.filter(({ isSure }) => isSure)
  const same = sure.find(({ id }) => id === followed.person)
  const [largest] = sure.toSorted((a, b) => b.width * b.height - a.width * a.height)
  const person = same ?? largest
  followed.person = person?.id
  return person && middleOf(person)
}

function middleOf({
  x,
  y,
  width,
  height,
  speedX,
  speedY,
}: Pick<SeenPerson, 'x' | 'y' | 'width' | 'height' | 'speedX' | 'speedY'>): Target {
  return { x: x + width / 2, y: y + height / 2, speedX, speedY }
}

const rounded = (speed: number): number => Math.round(speed * STEPS) / STEPS
