import { createHash, randomBytes } from 'node:crypto'

export interface Credentials {
  username: string
  password: string
}

interface Challenge {
  scheme: string
  parameters: Map<string, string>
}

/** A scheme that a camera offers and we take. */
export type Scheme =
  | { kind: 'basic' }
  | {
      kind: 'digest'
      hash: 'md5' | 'sha256'
      isSession: boolean
      hasQop: boolean
      parameters: Map<string, string>
    }

export type SchemeChoice = { ok: true; scheme: Scheme } | { ok: false; detail: string }

const MAX_CHALLENGES = 16
const MAX_HEADER_LENGTH = 4096

/** The best of what the WWW-Authenticate headers offer: Digest SHA-256, Digest MD5, and over verified TLS alone Basic. */
export function chooseScheme(values: string[], isVerified: boolean): SchemeChoice {
  const challenges = values.flatMap(parseChallenges).slice(0, MAX_CHALLENGES)
  const digests = challenges.flatMap((challenge) => digestOf(challenge) ?? [])
  const digest = digests.find((offer) => offer.hash === 'sha256') ?? digests[0]
  if (digest) return { ok: true, scheme: digest }
  if (!challenges.some((challenge) => challenge.scheme === 'basic')) {
    return { ok: false, detail: 'the camera offers no way to log in that is known here' }
  }
  if (isVerified) return { ok: true, scheme: { kind: 'basic' } }
  return {
    ok: false,
    detail: 'the camera takes the password in plain text alone, which is sent over verified TLS only',
  }
}

export const nonceOf = (scheme: Scheme): string | undefined =>
  scheme.kind === 'digest' ? scheme.parameters.get('nonce') : undefined

export const isStale = (scheme: Scheme): boolean =>
  scheme.kind === 'digest' && scheme.parameters.get('stale')?.toLowerCase() === 'true'

function digestOf({ scheme, parameters }: Challenge): Extract<Scheme, { kind: 'digest' }> | undefined {
  if (scheme !== 'digest' || !parameters.has('nonce')) return undefined
  const algorithm = /^(md5|sha-256)(-sess)?$/i.exec(parameters.get('algorithm') ?? 'MD5')
  if (!algorithm) return undefined
  const qop = parameters
    .get('qop')
    ?.toLowerCase()
    .split(/[\s,]+/)
  const offersIntegrityAlone = qop !== undefined && !qop.includes('auth')
  if (offersIntegrityAlone) return undefined
  return {
    kind: 'digest',
    hash: algorithm[1]?.toLowerCase() === 'md5' ? 'md5' : 'sha256',
    isSession: algorithm[2] !== undefined,
    hasQop: qop !== undefined,
    parameters,
  }
}

/** RFC 9110 section 11.6.1: `scheme key=value, key="value", scheme …`, several in one header. */
function parseChallenges(value: string): Challenge[] {
  const challenges: Challenge[] = []
  const token = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g
  for (const [, name = '', quoted, bare] of value.slice(0, MAX_HEADER_LENGTH).matchAll(token)) {
    const text = quoted?.replace(/\\(.)/g, '$1') ?? bare
    if (text === undefined) challenges.push({ scheme: name.toLowerCase(), parameters: new Map() })
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), text)
  }
  return challenges
}

/** RFC 7616 section 3.4 and RFC 7617, for one login: counts the uses of its nonce. */
export class Authorizer {
  readonly #scheme: Scheme
  readonly #credentials: Credentials
  readonly #makeNonce: () => string
  #uses = 0

  constructor(scheme: Scheme, credentials: Credentials, makeNonce = () => randomBytes(12).toString('hex')) {
    this.#scheme = scheme
    this.#credentials = credentials
    this.#makeNonce = makeNonce
  }

  get nonce(): string | undefined {
    return nonceOf(this.#scheme)
  }

  authorization(method: string, uri: string): string {
    const { username, password } = this.#credentials
    if (this.#scheme.kind === 'basic')
      return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const { hash, isSession, hasQop, parameters } = this.#scheme
    const digest = (text: string): string => createHash(hash).update(text).digest('hex')
    const realm = parameters.get('realm') ?? ''
    const nonce = parameters.get('nonce') ?? ''
    const cnonce = this.#makeNonce()
    const nc = (++this.#uses).toString(16).padStart(8, '0')

    const secret = digest(`${username}:${realm}:${password}`)
    const a1 = isSession ? digest(`${secret}:${nonce}:${cnonce}`) : secret
    const a2 = digest(`${method}:${uri}`)
    const response = digest(hasQop ? `${a1}:${nonce}:${nc}:${cnonce}:auth:${a2}` : `${a1}:${nonce}:${a2}`)

    const fields = [
      `username=${quote(username)}`,
      `realm=${quote(realm)}`,
      `nonce=${quote(nonce)}`,
      `uri=${quote(uri)}`,
      `response="${response}"`,
    ]
    // Old cameras that name no algorithm choke on one.
    const algorithm = parameters.get('algorithm')
    if (algorithm !== undefined) fields.push(`algorithm=${algorithm}`)
    const opaque = parameters.get('opaque')
    if (opaque !== undefined) fields.push(`opaque=${quote(opaque)}`)
    if (hasQop) fields.push('qop=auth', `nc=${nc}`)
    if (hasQop || isSession) fields.push(`cnonce="${cnonce}"`)
    return `Digest ${fields.join(', ')}`
  }
}

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
