/** What binds files of a stream to a seal: the hashes that follow them in its chain, and the seal that has the chain's value there. */
import type { Storage } from '../../../engines/storage/storage.ts'
import type { Sealer } from '../sealer.ts'
import { leafOf, leavesOf, openSeal, type SealBody, type SealKey, statementOf } from '../seals.ts'
import { type ChainHead, sealStore, type StoredSeal, streamOf } from '../seal-store.ts'
import type { StoredSegment } from '../segment-columns.ts'
import { linkAfter, type SegmentStore } from '../segment-store.ts'

/** A camera that begins a file a minute has as many in three days: a seal comes every day. */
const LONGEST_WAY = 5000
/** How many seals are looked at: one that is too old is followed by one that is not. */
const SEALS = 4

/** Files on end of one stream, and what proves them. */
export interface Proof {
  /** Name of the stream in the archive. */
  stream: string
  /** The chain's value before the first file, and how many files it had had. */
  startLink: string
  startSeq: number
  /** 1 where the file before the first one is gone: then no chain proves the first one, but the signature of the export alone. */
  unbound: number
  hashes: string[]
  /** Hashes of the files that came after, up to the one that the seal names. */
  after: string[]
  seal: SealProof
}

interface SealProof {
  number: number
  at: number
  /** What was signed, and by what. */
  statement: string
  signature: string
  /** The hash of this place of the chain, among those of all. */
  leaf: string
  leaves: string[]
}

export interface ProofNeeds {
  index: Storage
  store: SegmentStore
  sealer: Sealer
}

/** Undefined where the index itself contradicts the seal: then something was altered, and there is nothing to prove. */
export async function proofOf(
  files: readonly StoredSegment[],
  needs: ProofNeeds,
): Promise<Proof | undefined> {
  const [first, last] = [files[0], files.at(-1)]
  if (!first || !last) return undefined
  const before = await linkBefore(first, needs)
  const unbound = before === undefined ? 1 : 0
  const startLink = before ?? first.link
  let link = startLink
  for (const file of files.slice(unbound)) {
    link = linkAfter(link, file.hash)
    if (link !== file.link) return undefined
  }
  const chain = { stream: streamOf(last), seq: last.seq, link: last.link }
  const way = await wayToSeal(last, chain, needs)
  if (!way) return undefined
  const hashes = files.slice(unbound).map(({ hash }) => hash)
  return { stream: chain.stream, startLink, startSeq: first.seq - 1 + unbound, unbound, hashes, ...way }
}

/** Undefined where retention has taken the file before: its value is known no more, and nothing leads from it to this one. */
async function linkBefore(first: StoredSegment, { store }: ProofNeeds): Promise<string | undefined> {
  if (first.seq === 1) return ''
  if (first.link_before !== '') return first.link_before
  const stream = { did: first.did, channel: first.channel, quality: first.quality }
  const [before] = await store.chainAfter(first.company_id, stream, first.seq - 2, 1)
  return before?.seq === first.seq - 1 ? before.link : undefined
}

async function wayToSeal(
  last: StoredSegment,
  chain: ChainHead,
  { index, store, sealer }: ProofNeeds,
): Promise<Pick<Proof, 'after' | 'seal'> | undefined> {
  const { key } = sealer
  const stream = { did: last.did, channel: last.channel, quality: last.quality }
  const following = await store.chainAfter(last.company_id, stream, last.seq, LONGEST_WAY)
  const links = new Map([[last.seq, last.link]])
  let at = { seq: last.seq, link: last.link }
  for (const { seq, hash } of following) {
    if (seq !== at.seq + 1) break
    at = { seq, link: linkAfter(at.link, hash) }
    links.set(seq, at.link)
  }
  for (const seal of await sealStore(index).since(last.recorded_at, SEALS)) {
    const opened = await openedSeal(index, key, seal)
    // What was signed in an older form names all streams there are.
    if (opened?.body.version !== 2) continue
    const place = opened.body.heads.find(([name, seq]) => name === chain.stream && links.has(seq))
    if (!place) continue
    const [name, seq, link] = place
    if (links.get(seq) !== link) return undefined
    const after = following.slice(0, seq - last.seq).map(({ hash }) => hash)
    return { after, seal: told(seal, opened, { stream: name, seq, link }) }
  }
  const seal = await sealer.sealNow([chain])
  const opened = seal && (await openedSeal(index, key, seal))
  return opened && { after: [], seal: told(seal, opened, chain) }
}

interface OpenedSeal {
  body: SealBody
  statement: string
}

async function openedSeal(index: Storage, key: SealKey, seal: StoredSeal): Promise<OpenedSeal | undefined> {
  const before = seal.number > 1 ? await sealStore(index).one(seal.number - 1) : undefined
  const body = openSeal(key, seal, before)
  return body && { body, statement: statementOf(seal, before).toString() }
}

function told(seal: StoredSeal, { body, statement }: OpenedSeal, place: ChainHead): SealProof {
  const signature = Buffer.from(seal.signature, 'base64url').toString('base64')
  const { number, at } = seal
  return { number, at, statement, signature, leaf: leafOf(place), leaves: leavesOf(body) }
}
