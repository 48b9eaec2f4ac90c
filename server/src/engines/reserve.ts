/** Room that is kept on the disk of the data folder, so that deleting and logging in go on when the disk is full. */
import { randomBytes } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import type { Clock, Timer } from './clock.ts'
import { repeat } from './repeat.ts'
import { isMissing } from './durable-file.ts'

const RESERVE_FILE = 'reserve'
const LOOK_MS = 2000
/** A small disk keeps less. */
const SHARE_OF_DISK = 1 / 16
/** With less left, of the reserve's size, the disk counts as full; with more than this beside the reserve it has room again. */
const LEFT_SHARE = 1 / 4
const PIECE_BYTES = 1024 * 1024

interface ReserveOptions {
  folder: string
  /** 0: none is kept. */
  bytes: number
  clock: Clock
  onError: (error: unknown) => void
}

export class Reserve {
  readonly #path: string
  readonly #folder: string
  readonly #listeners = new Set<(isShort: boolean) => void>()
  #bytes: number
  #timer: Timer | undefined
  #isHeld = false
  #isShort = false
  #turn: Promise<void> = Promise.resolve()

  /** Called before anything else is written to the folder: on a full disk the reserve is given back at once. */
  static async open(options: ReserveOptions): Promise<Reserve> {
    const reserve = new Reserve(options)
    await reserve.#find()
    if (reserve.#bytes > 0)
      reserve.#timer = repeat(options.clock, LOOK_MS, () => reserve.look(), options.onError)
    return reserve
  }

  private constructor({ folder, bytes }: ReserveOptions) {
    this.#folder = folder
    this.#path = join(folder, RESERVE_FILE)
    this.#bytes = bytes
  }

  /** The disk is full: what is left of it is for deleting and logging in. */
  get isShort(): boolean {
    return this.#isShort
  }

  /** What has to be free on the disk of this folder before the reserve is whole again. */
  async missingOn(folder: string): Promise<number> {
    if (this.#isHeld || !this.#isShort) return 0
    const [own, asked] = await Promise.all([stat(this.#folder), stat(folder)])
    return own.dev === asked.dev ? this.#bytes : 0
  }

  onChange(listener: (isShort: boolean) => void): void {
    this.#listeners.add(listener)
  }

  /** Something could not be written for want of room. Returns whether there may be some now: another may have asked just before. */
  async release(): Promise<boolean> {
    return this.#alone(async () => {
      if (this.#bytes === 0) return false
      if (this.#isHeld) await rm(this.#path, { force: true })
      this.#isHeld = false
      this.#become(true)
      return true
    })
  }

  /** Gives the reserve back where the disk is full, takes it again where there is room. */
  async look(): Promise<void> {
    const left = await this.#left()
    if (this.#bytes === 0) return
    if (left < this.#bytes * LEFT_SHARE) {
      if (this.#isHeld || !this.#isShort) await this.release()
    } else if (!this.#isHeld && left >= this.#bytes * (1 + LEFT_SHARE)) await this.#alone(() => this.#take())
  }

  async close(): Promise<void> {
    this.#timer?.stop()
    await this.#turn
  }

  async #find(): Promise<void> {
    const { blocks, bsize } = await statfs(this.#folder)
    this.#bytes = Math.floor(Math.min(this.#bytes, blocks * bsize * SHARE_OF_DISK))
    try {
      const { size } = await stat(this.#path)
      this.#isHeld = this.#bytes > 0 && size >= this.#bytes
      // One that a process did not finish, or of another size.
      if (!this.#isHeld || size > this.#bytes + PIECE_BYTES) {
        await rm(this.#path)
        this.#isHeld = false
      }
    } catch (error) {
      if (!isMissing(error)) throw error
    }
    if ((await this.#left()) < this.#bytes * LEFT_SHARE) await this.release()
  }

  async #left(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#folder)
    return bavail * bsize
  }

  async #take(): Promise<void> {
    if (this.#isHeld) return
    const file = await open(this.#path, 'w', 0o600)
    try {
      // Noise, since a disk that compresses would keep no room for zeros.
      const piece = randomBytes(Math.min(PIECE_BYTES, this.#bytes))
      for (let at = 0; at < this.#bytes; at += piece.length)
        await file.writeFile(piece.subarray(0, Math.min(piece.length, this.#bytes - at)))
      await file.sync()
    } catch (error) {
      await rm(this.#path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    this.#isHeld = true
    this.#become(false)
  }

  #become(isShort: boolean): void {
    if (this.#isShort === isShort) return
    this.#isShort = isShort
    for (const listener of this.#listeners) listener(isShort)
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#turn.then(work)
    this.#turn = run.then(
      () => {},
      () => {
        // The caller of this run gets the error.
      },
    )
    return run
  }
}
