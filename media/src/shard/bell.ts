/**
 * Wakes a process that sleeps: a byte in a file without a name, which both processes have open. The sleeper looks at it now and then,
 * which takes a microsecond; looking at a socket would read from it.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class Bell {
  readonly fd: number
  readonly #cell = new Uint8Array(1)

  constructor(fd: number) {
    this.fd = fd
  }

  /** Undefined where there is no room for a file of one byte. */
  static hung(): Bell | undefined {
    const path = join(tmpdir(), `vedette-bell-${randomUUID()}`)
    try {
      const fd = openSync(path, 'wx+', 0o600)
      unlinkSync(path)
      writeSync(fd, Buffer.alloc(1))
      return new Bell(fd)
    } catch {
      return undefined
    }
  }

  ring(): void {
    this.#cell[0] = ((this.#cell[0] ?? 0) + 1) % 256
    try {
      writeSync(this.fd, this.#cell, 0, 1, 0)
    } catch {
      // The disk may be full. The sleeper wakes by itself.
    }
  }

  close(): void {
    closeSync(this.fd)
  }
}

/** Says each time whether the bell in that file was rung since the last time. */
export function heardAt(fd: number): () => boolean {
  const cell = new Uint8Array(1)
  return () => {
    const [last] = cell
    readSync(fd, cell, 0, 1, 0)
    return cell[0] !== last
  }
}
