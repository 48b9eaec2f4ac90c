/** What the recorders of all streams say together: one that cannot write is everybody's matter. */

export interface RecorderStatus {
  stream: number
  state: 'off' | 'waiting' | 'recording' | 'failing'
  fault: 'none' | 'full' | 'readOnly' | 'descriptors' | 'io' | 'slow'
}

export class RecorderFaults {
  readonly #tell: (fault: 'none' | 'full' | 'unwritable', reason: string) => void
  readonly #failing = new Map<number, RecorderStatus['fault']>()

  constructor(tell: (fault: 'none' | 'full' | 'unwritable', reason: string) => void) {
    this.#tell = tell
  }

  hear({ stream, state, fault }: RecorderStatus): void {
    const had = this.#failing.size
    if (state === 'failing') this.#failing.set(stream, fault)
    else this.#failing.delete(stream)
    const faults = [...this.#failing.values()]
    const worst = faults.find((it) => it !== 'full' && it !== 'slow')
    if (worst !== undefined) this.#tell('unwritable', REASONS[worst])
    else if (state === 'failing' && fault === 'full') this.#tell('full', REASONS.full)
    else if (had > 0 && faults.length === 0) this.#tell('none', '')
  }
}

const REASONS: Record<RecorderStatus['fault'], string> = {
  none: 'a recorder fails',
  full: 'the disk has no room',
  readOnly: 'the disk cannot be written to',
  descriptors: 'the machine has no file descriptors left',
  io: 'the disk does not write',
  slow: 'the disk is too slow',
}
