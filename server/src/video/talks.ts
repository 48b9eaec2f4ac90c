/** Who speaks to which device: one at a time, as long as anything is said. */
import type { TalkCommand, TalkReport } from '@vedette/media/feed/talk-messages'
import type { SpeechFormat } from '@vedette/media/talk/speech-format'
import type { TalkEnd } from '@vedette/contract/live'

import type { Clock, Timer } from '../engines/clock.ts'
import type { ChannelScope } from './channel.ts'
import type { LiveStream } from './stream-states.ts'

export interface TalkEvents {
  /** What is said from now on is heard. */
  open(format: SpeechFormat): void
  /** Once, unless the speaker ended it. */
  over(end: TalkEnd): void
}

export interface Talk {
  say(sound: Uint8Array): void
  end(): void
}

export type TalkOutcome = { ok: true; talk: Talk } | { ok: false; end: TalkEnd; by: string }
/** What a device wants to be spoken to in; undefined for one without a loudspeaker. */
export type Ability = { ok: true; format: SpeechFormat | undefined } | { ok: false }

interface TalksNeeds {
  clock: Clock
  find: (place: ChannelScope) => LiveStream | undefined
  /** False where no shard hears it. */
  tell: (stream: number, command: TalkCommand) => boolean
  speak: (stream: number, talk: number, sound: Uint8Array) => void
}

interface Open {
  talk: number
  stream: number
  place: ChannelScope
  account: string
  events: TalkEvents
  timer: Timer
}

/** Who holds a device and says nothing for so long lets go of it; a device gets as long to answer. */
const SILENCE_MS = 10_000
const ASK_LIMIT_MS = 10_000
const REMEMBER_MS = 10 * 60_000

export class Talks {
  readonly #needs: TalksNeeds
  #numbers = 0
  readonly #open = new Map<number, Open>()
  readonly #byPlace = new Map<string, Open>()
  readonly #asked = new Map<number, { stream: number; answer: (ability: Ability) => void }>()
  /** Keyed by stream: what its device said of itself. */
  readonly #known = new Map<number, { ability: Ability; untilMs: number }>()

  constructor(needs: TalksNeeds) {
    this.#needs = needs
  }

  /** The account that speaks to it now. */
  speakerOf(place: ChannelScope): string | undefined {
    return this.#byPlace.get(keyOf(place))?.account
  }

  async abilityOf(place: ChannelScope): Promise<Ability> {
    const stream = this.#needs.find(place)?.number
    if (stream === undefined) return { ok: false }
    const known = this.#known.get(stream)
    if (known && known.untilMs > this.#needs.clock.now()) return known.ability
    const ability = await this.#ask(stream)
    const untilMs = this.#needs.clock.now() + REMEMBER_MS
    if (ability.ok) this.#known.set(stream, { ability, untilMs })
    return ability
  }

  begin(place: ChannelScope, account: string, events: TalkEvents): TalkOutcome {
    const key = keyOf(place)
    const held = this.#byPlace.get(key)
    if (held) return { ok: false, end: 'busy', by: held.account }
    const stream = this.#needs.find(place)?.number
    const talk = ++this.#numbers
    const isTold =
      stream !== undefined && this.#needs.tell(stream, { type: 'talk', talk, stream, act: 'open' })
    if (!isTold) return { ok: false, end: 'unreachable', by: '' }
    const open: Open = { talk, stream, place, account, events, timer: this.#silence(talk, 'unreachable') }
    this.#open.set(talk, open)
    this.#byPlace.set(key, open)
    return {
      ok: true,
      talk: {
        say: (sound) => this.#say(open, sound),
        end: () => this.#end(open),
      },
    }
  }

  /** A shard said it. */
  heard(report: TalkReport): void {
    const { talk } = report
    const asked = this.#asked.get(talk)
    const open = this.#open.get(talk)
    if (report.state === 'over') {
      const hasNone = report.reason === 'unsupportedCodec'
      asked?.answer(hasNone ? { ok: true, format: undefined } : { ok: false })
      if (open) this.#over(open, hasNone ? 'noLoudspeaker' : 'unreachable')
      return
    }
    const { codec, sampleRate } = report
    asked?.answer({ ok: true, format: { codec, sampleRate } })
    if (!open || report.state !== 'open') return
    this.#listen(open)
    open.events.open({ codec, sampleRate })
  }

  shardDown(streams: readonly number[]): void {
    for (const { stream, answer } of this.#asked.values()) if (streams.includes(stream)) answer({ ok: false })
    for (const open of this.#open.values()) if (streams.includes(open.stream)) this.#over(open, 'unreachable')
  }

  /** Devices changed: what they said of themselves is asked again. */
  forget(): void {
    this.#known.clear()
  }

  close(): void {
    for (const { timer } of this.#open.values()) timer.stop()
    for (const { answer } of this.#asked.values()) answer({ ok: false })
  }

  #ask(stream: number): Promise<Ability> {
    const talk = ++this.#numbers
    const { promise, resolve } = Promise.withResolvers<Ability>()
    const timer = this.#needs.clock.after(ASK_LIMIT_MS, () => resolve({ ok: false }))
    this.#asked.set(talk, { stream, answer: resolve })
    if (!this.#needs.tell(stream, { type: 'talk', talk, stream, act: 'ask' })) resolve({ ok: false })
    return promise.finally(() => {
      timer.stop()
      this.#asked.delete(talk)
    })
  }

  #say(open: Open, sound: Uint8Array): void {
    if (this.#open.get(open.talk) !== open) return
    this.#listen(open)
    this.#needs.speak(open.stream, open.talk, sound)
  }

  #listen(open: Open): void {
    open.timer.stop()
    open.timer = this.#silence(open.talk, 'silent')
  }

  #silence(talk: number, end: TalkEnd): Timer {
    return this.#needs.clock.after(SILENCE_MS, () => {
      const open = this.#open.get(talk)
      if (open) this.#over(open, end)
    })
  }

  #over(open: Open, end: TalkEnd): void {
    this.#end(open)
    open.events.over(end)
  }

  #end(open: Open): void {
    if (!this.#open.delete(open.talk)) return
    open.timer.stop()
    this.#byPlace.delete(keyOf(open.place))
    this.#needs.tell(open.stream, { type: 'talk', talk: open.talk, act: 'close' })
  }
}

const keyOf = ({ companyId, did, channel }: ChannelScope): string => `${companyId} ${did} ${channel}`
