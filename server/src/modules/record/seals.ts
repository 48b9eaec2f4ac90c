/** What the chains of hashes were on a day, signed: docs/decisions/0046-the-archive-is-sealed.md. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto'

import { z } from 'zod'

import type { SecretBox } from '../../engines/secret-box.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type ChainHead, sealStore, type StoredSeal } from './seal-store.ts'

const PURPOSE = 'archive seals'
/** What is signed since version 2 names no stream, so that it can be shown to others than those whose streams they are. */
const PURPOSE_2 = 'archive seals 2'
/** RFC 8410: what stands before the 32 bytes of a private key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface SealKey {
  private: KeyObject
  public: KeyObject
}

/** Ed25519, from the platform's secret key: no second file that could get lost. */
export function sealKey(box: SecretBox): SealKey {
  const der = Buffer.concat([PKCS8_HEAD, box.derivedKey(PURPOSE)])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { private: key, public: createPublicKey(key) }
}

/** SHA-256 of the public key (SubjectPublicKeyInfo, DER), hex: what tells the platform's seals from anybody else's. */
export const fingerprintOf = ({ public: key }: Pick<SealKey, 'public'>): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')

const Body = z.object({
  /** Absent: 1. */
  version: z.literal(2).optional(),
  /** `export`: footage that was handed out as evidence was newer than the last seal, or bound to none. */
  reason: z.enum(['day', 'rebuild', 'export']),
  /** Stream, files that its chain has had, value of the chain there. */
  heads: z.array(z.tuple([z.string(), z.int(), z.string()])),
  /** Streams whose chains begin anew here, since the index that had them is gone. */
  restarted: z.array(z.string()),
})
export type SealBody = z.infer<typeof Body>

/** Seals all chains as they are; undefined while there is nothing to seal. */
export function addSeal(
  index: Storage,
  key: SealKey,
  at: number,
  { reason, restarted }: Pick<SealBody, 'reason' | 'restarted'> = { reason: 'day', restarted: [] },
  /** Places of chains to be sealed besides their ends. */
  places: readonly ChainHead[] = [],
): Promise<StoredSeal | undefined> {
  return sealStore(index).add((before, chains) => {
    if (!before && chains.length === 0) return undefined
    const said: SealBody = {
      version: 2,
      reason,
      // The ends come last, so that anyone who reads one place for each stream has those.
      heads: [...places, ...chains].map(({ stream, seq, link }) => [stream, seq, link]),
      restarted,
    }
    const unsigned = { number: (before?.number ?? 0) + 1, at, body: JSON.stringify(said) }
    const signature = signBytes(null, statementOf(unsigned, before), key.private).toString('base64url')
    return { ...unsigned, signature }
  })
}

/** What a seal says, where it is signed with this key and stands upon the seal before it. */
export function openSeal(
  key: SealKey,
  seal: StoredSeal,
  before: StoredSeal | undefined,
): SealBody | undefined {
  const signature = Buffer.from(seal.signature, 'base64url')
  if (!verifyBytes(null, statementOf(seal, before), key.public, signature)) return undefined
  return Body.parse(JSON.parse(seal.body))
}

/** How many files each stream's chain had had. */
export function headsIn({ body }: StoredSeal): Map<string, number> {
  return new Map(Body.parse(JSON.parse(body)).heads.map(([stream, seq]) => [stream, seq]))
}

/** Tells a seal, and with it all before it, from any other. */
export function digestOf({ body, signature }: Pick<StoredSeal, 'body' | 'signature'>): string {
  return createHash('sha256')
    .update(JSON.stringify([body, signature]))
    .digest('hex')
}

/**
 * What is signed. Since version 2 by a hash for each place in a chain (`leavesOf`) and none of their names: anyone who has the name and the value of
 * a place finds its hash among them.
 */
export function statementOf(
  { number, at, body }: Omit<StoredSeal, 'signature'>,
  before: StoredSeal | undefined,
): Buffer {
  const digest = before ? digestOf(before) : ''
  const said = bodyOf(body)
  if (said?.version !== 2) return Buffer.from(JSON.stringify([PURPOSE, number, at, digest, body]))
  const leaves = sha256(leavesOf(said).join('\n'))
  const restarted = sha256(JSON.stringify(said.restarted))
  return Buffer.from(JSON.stringify([PURPOSE_2, number, at, digest, said.reason, leaves, restarted]))
}

export const leavesOf = ({ heads }: SealBody): string[] =>
  heads.map(([stream, seq, link]) => leafOf({ stream, seq, link }))

/** The chain's value is in it, so nobody guesses a stream's name by its hash. */
export const leafOf = ({ stream, seq, link }: ChainHead): string => sha256(`${stream} ${seq} ${link}`)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Undefined for what no platform wrote. */
function bodyOf(text: string): SealBody | undefined {
  try {
    return Body.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
