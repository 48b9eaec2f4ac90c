/** The store of firmware files: pieces are appended, the whole is believed when its checksum is right. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { FIRMWARE_PIECE_BYTES } from '@vedette/contract/calls/upgrade'
import { fault } from '@vedette/contract/reasons'

import type { Clock } from '../../engines/clock.ts'
import { UniqueViolation } from '../../engines/storage/failures.ts'
import type { FirmwareKey, StoredFirmware, UpgradeStore } from './store.ts'

const MOST_BYTES_OF_COMPANY = 4 * 1024 ** 3
const MOST_FILES_OF_COMPANY = 200

export type Announced = Pick<StoredFirmware, 'model' | 'version' | 'fileName' | 'bytes' | 'sha256'>

export class FirmwareFiles {
  readonly #folder: string
  readonly #store: UpgradeStore
  readonly #clock: Clock
  /** Files that are written to now: one piece at a time. */
  readonly #writing = new Set<string>()

  constructor(folder: string, store: UpgradeStore, clock: Clock) {
    this.#folder = folder
    this.#store = store
    this.#clock = clock
  }

  /** Removes what a crash left: files that no row knows. */
  async sweep(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const [known, files] = await Promise.all([this.#store.blobs(), readdir(this.#folder)])
    for (const file of files) if (!known.has(file)) await rm(join(this.#folder, file), { force: true })
  }

  /** Returns how much of it is here already. */
  async begin(companyId: string, announced: Announced): Promise<number> {
    const known = await this.#store.firmware(companyId, announced)
    if (known) {
      const isSame = known.sha256 === announced.sha256 && known.bytes === announced.bytes
      if (known.isReady || !isSame) throw fault('badInput', 'Version', 'firmwareExists')
      return known.received
    }
    const all = await this.#store.firmwares(companyId)
    const bytes = all.reduce((sum, it) => sum + it.bytes, announced.bytes)
    if (bytes > MOST_BYTES_OF_COMPANY || all.length >= MOST_FILES_OF_COMPANY)
      throw fault('badInput', 'Bytes', 'firmwareFull')
    const blob = randomBytes(16).toString('hex')
    try {
      await this.#store.addFirmware(companyId, { ...announced, blob, createdAt: this.#clock.now() })
    } catch (error) {
      if (error instanceof UniqueViolation) throw fault('badInput', 'Version', 'firmwareExists')
      throw error
    }
    return 0
  }

  async append(
    companyId: string,
    key: FirmwareKey,
    offset: number,
    piece: Buffer,
  ): Promise<{ received: number; isReady: boolean }> {
    const known = await this.#store.firmware(companyId, key)
    if (!known || known.isReady) throw fault('badInput', 'Version', 'firmwareUnknown')
    const { blob, received, bytes } = known
    const isNext = offset === received && offset + piece.length <= bytes && !this.#writing.has(blob)
    if (!isNext || piece.length > FIRMWARE_PIECE_BYTES)
      throw fault('badInput', 'Offset', 'firmwareOffset', { Received: received })
    this.#writing.add(blob)
    try {
      await this.#write(blob, offset, piece)
      const now = offset + piece.length
      if (now < bytes) {
        await this.#store.setReceived(companyId, key, now, false)
        return { received: now, isReady: false }
      }
      if ((await this.#hashOf(blob)) !== known.sha256) {
        await this.#store.setReceived(companyId, key, 0, false)
        throw fault('badInput', 'Data', 'firmwareChecksum')
      }
      await this.#store.setReceived(companyId, key, now, true)
      return { received: now, isReady: true }
    } finally {
      this.#writing.delete(blob)
    }
  }

  /** The row first: a file without one is swept at the next start. */
  async remove(companyId: string, key: FirmwareKey): Promise<void> {
    const known = await this.#store.firmware(companyId, key)
    if (!known) throw fault('badInput', 'Version', 'firmwareUnknown')
    await this.#store.removeFirmware(companyId, key)
    await rm(join(this.#folder, known.blob), { force: true })
  }

  open({ blob }: Pick<StoredFirmware, 'blob'>): Readable {
    return createReadStream(join(this.#folder, blob))
  }

  async #write(blob: string, offset: number, piece: Buffer): Promise<void> {
    const file = await open(join(this.#folder, blob), offset === 0 ? 'w' : 'r+', 0o600)
    try {
      await file.write(piece, 0, piece.length, offset)
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  async #hashOf(blob: string): Promise<string> {
    const hash = createHash('sha256')
    for await (const piece of this.open({ blob })) hash.update(bytesOf(piece))
    return hash.digest('hex')
  }
}

/** A file's stream has no encoding, so its pieces are bytes. */
export function bytesOf(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece
  throw new TypeError('not bytes')
}

/** The newest version by its numbers: 1.10 is newer than 1.9; what has no number goes by its text. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [x = '', y = ''] = [left[at], right[at]]
    if (x === y) continue
    const isNumeric = /^\d+$/.test(x || '0') && /^\d+$/.test(y || '0')
    return isNumeric ? Number(x || 0) > Number(y || 0) : x > y
  }
  return false
}

function partsOf(version: string): string[] {
  return version.toLowerCase().match(/\d+|[a-z]+/g) ?? []
}
