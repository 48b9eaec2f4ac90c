/** What the vision process sees, as events. */
import type { EventBox } from '@vedette/contract/events'
import type { FromVision, PictureHead } from '@vedette/vision/process/messages'

import type { EventIntake } from '../event/index.ts'
import type { ChannelScope } from '../../video/channel.ts'

type Course = Extract<FromVision, { type: 'begin' | 'touch' | 'end' }>

interface Needs {
  events: Pick<EventIntake, 'begin' | 'touch' | 'end' | 'addPicture'>
  placeOf: (stream: number) => ChannelScope | undefined
  onError: (error: unknown) => void
}

export class Detections {
  readonly #needs: Needs
  /** Keyed by stream and kind, while it runs. */
  readonly #running = new Map<string, Promise<string | undefined>>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  take(course: Course): void {
    const { type, stream, kind, atMs } = course
    const key = `${stream} ${kind}`
    if (type === 'begin') return void this.#running.set(key, this.#begin(course))
    const running = this.#running.get(key)
    if (!running) return
    const { events } = this.#needs
    if (type === 'touch') {
      const isOpen = (eventId: string | undefined) => eventId !== undefined && events.touch(eventId, atMs)
      this.#running.set(
        key,
        running.then((eventId) => (isOpen(eventId) ? eventId : this.#begin(course))),
      )
      return
    }
    this.#running.delete(key)
    void running.then((eventId) => {
      if (eventId !== undefined) events.end(eventId, atMs)
    })
  }

  async picture({ stream, kind, box, png }: PictureHead & { png: Buffer }): Promise<void> {
    const { events, onError } = this.#needs
    try {
      const eventId = await this.#running.get(`${stream} ${kind}`)
      if (eventId !== undefined) await events.addPicture(eventId, png, eventBox(box))
    } catch (error) {
      onError(error)
    }
  }

  /** Resolves with its event; undefined where there is none. */
  async #begin({ stream, kind, atMs, ...course }: Course): Promise<string | undefined> {
    const { events, placeOf, onError } = this.#needs
    const place = placeOf(stream)
    if (!place) return undefined
    const zone = course.type === 'begin' ? course.zone : undefined
    try {
      const begun = await events.begin({ ...place, type: kind, origin: 'server', at: atMs, zone })
      return begun?.eventId
    } catch (error) {
      onError(error)
      return undefined
    }
  }

  /** The process is gone, and what it saw ends by itself. */
  clear(): void {
    this.#running.clear()
  }
}

/** The part of it that is in the picture. */
function eventBox({ x, y, width, height }: PictureHead['box']): EventBox {
  const within = (value: number): number => Math.min(1, Math.max(0, value))
  const [X, Y] = [within(x), within(y)]
  return { X, Y, W: within(x + width) - X, H: within(y + height) - Y }
}
