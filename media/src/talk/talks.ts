/** The talks of one shard: who speaks is the gate's matter, here is where it goes. */
import type { SessionEnd } from '../access-unit.ts'
import { readSpeechFrame, type TalkCommand, type TalkReport } from '../feed/talk-messages.ts'
import type { RtspTarget } from '../rtsp/target.ts'
import { askBackChannel, BackChannel } from './back-channel.ts'

interface TalksOptions {
  /** Undefined for a stream that the shard does not have. */
  targetOf: (stream: number) => RtspTarget | undefined
  tell: (report: TalkReport) => void
}

const NOT_HERE: SessionEnd = { reason: 'notFound', detail: 'no such stream' }

export class Talks {
  readonly #options: TalksOptions
  readonly #open = new Map<number, BackChannel>()

  constructor(options: TalksOptions) {
    this.#options = options
  }

  command(command: TalkCommand): void {
    const { talk } = command
    this.#close(talk)
    if (command.act === 'close') return
    const target = this.#options.targetOf(command.stream)
    if (!target) this.#over(talk, NOT_HERE)
    else if (command.act === 'ask') void this.#ask(talk, target)
    else this.#begin(talk, target)
  }

  get isOpen(): boolean {
    return this.#open.size > 0
  }

  /** What no talk of ours says is dropped: it may be over while more is under way. */
  speech(body: Buffer): void {
    const frame = readSpeechFrame(body)
    if (frame) this.#open.get(frame.talk)?.say(frame.sound)
  }

  close(): void {
    for (const channel of this.#open.values()) channel.close()
    this.#open.clear()
  }

  async #ask(talk: number, target: RtspTarget): Promise<void> {
    const outcome = await askBackChannel(target)
    if (outcome.ok) this.#options.tell({ type: 'talk', talk, state: 'able', ...outcome.format })
    else this.#over(talk, outcome.end)
  }

  #begin(talk: number, target: RtspTarget): void {
    const channel = new BackChannel(target, {
      open: (format) => this.#options.tell({ type: 'talk', talk, state: 'open', ...format }),
      end: (end) => {
        this.#open.delete(talk)
        this.#over(talk, end)
      },
    })
    this.#open.set(talk, channel)
  }

  #over(talk: number, { reason }: SessionEnd): void {
    this.#options.tell({ type: 'talk', talk, state: 'over', reason })
  }

  #close(talk: number): void {
    this.#open.get(talk)?.close()
    this.#open.delete(talk)
  }
}
