/** Proves the seals by their signatures, and the chains by the seals. */
import type { Storage } from '../../engines/storage/storage.ts'
import { sealStore, type StoredSeal, streamOf } from './seal-store.ts'
import { digestOf, openSeal, type SealBody, type SealKey } from './seals.ts'
import type { StoredSegment } from './segment-columns.ts'
import { linkAfter } from './segment-store.ts'

const PAGE = 50

export interface Sealed {
  seals: number
  /** Must be noted elsewhere: anyone who puts everything back to an older copy cannot show this one. */
  last: { number: number; at: number; digest: string } | undefined
  /** Files that no seal vouches for: recorded since the last one, or what followed them is gone. */
  unsealedFiles: number
  /** Chains that a rebuild began anew, which the seals from before say nothing of. */
  restarted: number
}

interface Mark {
  link: string
  seal: StoredSeal
}

export class ChainSeals {
  readonly sealed: Sealed = { seals: 0, last: undefined, unsealedFiles: 0, restarted: 0 }
  /** Keyed by stream and place in its chain. */
  readonly #marks = new Map<string, Map<number, Mark>>()
  readonly #broken = new Map<number, string>()
  #row: StoredSegment | undefined
  /** Files in a row that no seal has followed yet. */
  #pending = 0
  #files = 0

  static async read(index: Storage, key: SealKey): Promise<ChainSeals> {
    const seals = new ChainSeals()
    let before: StoredSeal | undefined
    for (;;) {
      const page = await sealStore(index).after(before?.number ?? 0, PAGE)
      for (const seal of page) {
        seals.#take(key, seal, before)
        before = seal
      }
      if (page.length < PAGE) break
    }
    return seals
  }

  /** Must be given all rows, stream after stream, each in the order of its chain. */
  check(row: StoredSegment): void {
    const stream = streamOf(row)
    const follows = this.#row !== undefined && streamOf(this.#row) === stream && this.#row.seq + 1 === row.seq
    if (!follows) this.#settle()
    this.#row = row
    this.#files++
    this.#pending++
    const marks = this.#marks.get(stream)
    const [here, before] = [marks?.get(row.seq), marks?.get(row.seq - 1)]
    if (before && linkAfter(before.link, row.hash) !== row.link) this.#refute(before.seal, stream, row.seq)
    if (!here) return
    if (here.link === row.link) this.#pending = 0
    else this.#refute(here.seal, stream, row.seq)
  }

  /** What is wrong with the first seal that does not fit, once all rows have been checked. */
  async firstBroken(index: Storage): Promise<string | undefined> {
    this.#settle()
    const heads = new Map((await sealStore(index).heads()).map((head) => [head.stream, head]))
    for (const [stream, marks] of this.#marks)
      for (const [seq, { link, seal }] of marks) {
        const head = heads.get(stream)
        if (!head || head.seq < seq || (head.seq === seq && head.link !== link))
          this.#refute(seal, stream, seq)
      }
    if (this.sealed.seals === 0 && this.#files > 0)
      return 'no seal: there are files, and a platform seals their chains with the first one'
    const [first] = [...this.#broken.keys()].toSorted((a, b) => a - b)
    return first === undefined ? undefined : this.#broken.get(first)
  }

  #take(key: SealKey, seal: StoredSeal, before: StoredSeal | undefined): void {
    this.sealed.seals++
    this.sealed.last = { number: seal.number, at: seal.at, digest: digestOf(seal) }
    const due = (before?.number ?? 0) + 1
    const body = openSeal(key, seal, before)
    if (seal.number !== due) this.#broken.set(due, `seal ${due}: it is gone, the next one is ${seal.number}`)
    else if (body) this.#mark(seal, body)
    else this.#broken.set(seal.number, `${nameOf(seal)}: it was altered, or signed with another key`)
  }

  #mark(seal: StoredSeal, { heads, restarted }: SealBody): void {
    for (const stream of restarted) if (this.#marks.delete(stream)) this.sealed.restarted++
    for (const [stream, seq, link] of heads) {
      const marks = this.#marks.get(stream) ?? new Map<number, Mark>()
      this.#marks.set(stream, marks)
      // A chain that did not grow is named by the first seal that it does not fit.
      if (!marks.has(seq)) marks.set(seq, { link, seal })
    }
  }

  #settle(): void {
    this.sealed.unsealedFiles += this.#pending
    this.#pending = 0
  }

  #refute(seal: StoredSeal, stream: string, seq: number): void {
    if (!this.#broken.has(seal.number))
      this.#broken.set(
        seal.number,
        `${nameOf(seal)}: the chain of ${stream} is not the one that was sealed, at file ${seq}`,
      )
  }
}

const nameOf = ({ number, at }: StoredSeal): string => `seal ${number} of ${new Date(at).toISOString()}`
