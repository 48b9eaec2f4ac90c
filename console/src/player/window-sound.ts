/** One window's sound: the player's own, or played beside it. */
import { MsePlayer } from './mse-player.ts'
import type { Player } from './player.ts'
import { lawOf } from '@vedette/contract/footage/sound-format'
import { SoundOutput } from './sound-output.ts'
import type { Configuration, MediaItem } from './worker-messages.ts'

export class WindowSound {
  #player: Player | undefined
  #volume = 0
  #configuration: Configuration | undefined
  /** Only while it is heard: browsers allow few. */
  #output: SoundOutput | undefined

  playWith(player: Player): void {
    this.#player = player
    this.#configuration = undefined
    this.#closeOutput()
    this.#apply()
  }

  /** From 0, which is mute, to 1. */
  setVolume(volume: number): void {
    this.#volume = volume
    this.#apply()
  }

  take(items: readonly MediaItem[]): void {
    const configuration = items.findLast((it) => it.kind === 'configuration')
    if (configuration) {
      this.#configuration = configuration
      this.#apply()
    }
    this.#output?.take(items)
  }

  close(): void {
    this.#closeOutput()
  }

  #apply(): void {
    const isInPlayer = this.#player instanceof MsePlayer && !lawOf(this.#configuration?.format.audio)
    if (this.#player instanceof MsePlayer) this.#player.setVolume(isInPlayer ? this.#volume : 0)
    const isBeside = !isInPlayer && this.#volume > 0 && this.#configuration?.format.audio !== undefined
    if (!isBeside) {
      this.#closeOutput()
      return
    }
    if (!this.#output) {
      this.#output = new SoundOutput()
      if (this.#configuration) this.#output.configure(this.#configuration)
    }
    this.#output.setVolume(this.#volume)
  }

  #closeOutput(): void {
    this.#output?.close()
    this.#output = undefined
  }
}
