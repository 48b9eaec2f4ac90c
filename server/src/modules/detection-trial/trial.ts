/** One trial: its films one after the other, each in a process of its own, and what was found in them. */
import type { ReplyOf } from '@vedette/contract/call'
import type { detectionTrial } from '@vedette/contract/calls/detection-trial'
import type { FromTrial } from '@vedette/vision/recorded/messages'
import { startTrial, type TrialMeans } from '@vedette/vision/recorded/start-trial'
import { type LookSettings, personScore } from '@vedette/vision/settings'

import { COOLDOWN_MS } from '../event/index.ts'
import type { Film } from '../record/index.ts'

type Shown = ReplyOf<typeof detectionTrial>
type Found = Shown['List'][number]

interface What {
  films: readonly Film[]
  quality: Shown['Quality']
  range: { fromMs: number; toMs: number }
  settings: LookSettings
}

interface Needs {
  means: TrialMeans
  /** Whether the camera would have been looked at. */
  isScheduled: (atMs: number) => boolean
  onError: (error: unknown) => void
}

const SECOND_MS = 1000
const NOWHERE = { X: 0, Y: 0, W: 0, H: 0 }

export class Trial {
  readonly id: string
  readonly of: { companyId: string; accountId: string; did: string }
  readonly ended: Promise<void>
  state: Shown['State'] = 'running'
  /** When a page last wanted to know of it. */
  askedMs = 0
  readonly #what: What
  readonly #needs: Needs
  readonly #ending = new AbortController()
  readonly #found: (Found & { png?: Uint8Array })[] = []
  readonly #motion: (number | null)[]
  readonly #people: (number | null)[]
  #places = 0
  #detail = ''
  #doneMs = 0
  #hasPeople = true

  constructor(id: string, of: Trial['of'], what: What, needs: Needs) {
    this.id = id
    this.of = of
    this.#what = what
    this.#needs = needs
    const { fromMs, toMs } = what.range
    const seconds = Math.ceil((toMs - fromMs) / SECOND_MS)
    this.#motion = Array.from({ length: seconds }, () => null)
    this.#people = Array.from({ length: seconds }, () => null)
    this.ended = this.#run()
  }

  end(): void {
    this.#ending.abort()
  }

  shown(): Shown {
    const { range, quality, settings } = this.#what
    const { fromMs, toMs } = range
    return {
      State: this.state,
      Detail: this.#detail,
      Done: this.#doneMs,
      Total: toMs - fromMs,
      Quality: quality,
      HasPeople: this.#hasPeople,
      List: this.#found.map(({ png: _png, ...found }) => found),
      Strip: {
        From: fromMs,
        Motion: this.#motion,
        People: this.#people,
        LeastPerson: personScore(settings.sensitivity),
      },
    }
  }

  pictureOf(place: number): Uint8Array | undefined {
    return this.#found.find(({ Place }) => Place === place)?.png
  }

  async #run(): Promise<void> {
    const { films, settings } = this.#what
    const { signal } = this.#ending
    try {
      for (const film of films) {
        const { originMs } = film
        let last: FromTrial | undefined
        await startTrial({ chunks: film.read(), originMs }, settings, this.#needs.means, {
          signal,
          tell: (message) => this.#take((last = message)),
        })
        if (signal.aborted) return
        if (last?.type === 'done') continue
        this.state = 'failed'
        this.#detail = last?.type === 'failed' ? last.detail : 'The process that looked at it has ended.'
        return
      }
      this.state = 'done'
      this.#doneMs = this.#what.range.toMs - this.#what.range.fromMs
    } catch (error) {
      this.state = 'failed'
      this.#needs.onError(error)
    }
  }

  #take(message: FromTrial): void {
    const { fromMs, toMs } = this.#what.range
    switch (message.type) {
      case 'begin':
        return this.#begin(message.kind, message.atMs)
      case 'end': {
        const found = this.#latest(message.kind)
        if (!found) return
        found.Last = message.lastMs
        // It was over when the range began.
        if (found.Last < fromMs) this.#found.splice(this.#found.indexOf(found), 1)
        return
      }
      case 'picture': {
        const found = this.#latest(message.kind)
        if (!found) return
        const { x, y, width, height } = message.box
        found.Box = { X: x, Y: y, W: width, H: height }
        found.PictureAt = message.atMs
        found.png = message.png
        return
      }
      case 'second': {
        const at = Math.floor((message.atMs - fromMs) / SECOND_MS)
        this.#doneMs = Math.min(toMs - fromMs, Math.max(this.#doneMs, message.atMs - fromMs))
        if (at < 0 || at >= this.#motion.length) return
        this.#motion[at] = message.moved
        this.#people[at] = message.person
        return
      }
      case 'done':
        this.#hasPeople = message.people || !this.#what.settings.human
        return
      case 'failed':
    }
  }

  #begin(kind: Found['Kind'], atMs: number): void {
    const IsScheduled = this.#needs.isScheduled(atMs)
    const isQuiet = this.#found.some(
      (before) => before.Kind === kind && before.IsAnnounced && atMs - before.At < COOLDOWN_MS,
    )
    this.#found.push({
      Place: this.#places++,
      Kind: kind,
      At: atMs,
      Last: atMs,
      IsAnnounced: IsScheduled && !isQuiet,
      IsScheduled,
      PictureAt: 0,
      Box: NOWHERE,
    })
  }

  #latest(kind: Found['Kind']): (Found & { png?: Uint8Array }) | undefined {
    return this.#found.findLast((found) => found.Kind === kind)
  }
}
