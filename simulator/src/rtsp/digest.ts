import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Digest authentication (RFC 7616) with qop=auth, MD5 and SHA-256. */

const REALM = 'Vedette Simulator'
const NONCE_LIFE_MS = 300_000
const HASHES: Readonly<Record<string, string>> = { md5: 'md5', 'sha-256': 'sha256' }

export type Verdict = 'accepted' | 'refused' | 'stale'

export class DigestGate {
  private readonly username: string
  private readonly password: string
  private readonly nonceKey = randomBytes(32)

  constructor(username: string, password: string) {
    this.username = username
    this.password = password
  }

  /** Values of the WWW-Authenticate headers, the stronger first. Clients that know one algorithm alone tend to heed the last. */
  challenges(isStale: boolean, nowMs: number): string[] {
    const stale = isStale ? ', stale=true' : ''
    return ['SHA-256', 'MD5'].map(
      (algorithm) =>
        `Digest realm="${REALM}", nonce="${this.nonce(nowMs)}", algorithm=${algorithm}, qop="auth"${stale}`,
    )
  }

  verify(method: string, url: string, authorization: string | undefined, nowMs: number): Verdict {
    if (authorization === undefined || !/^digest /i.test(authorization)) return 'refused'
    const given = parameters(authorization.slice(7))
    const hash = HASHES[(given.get('algorithm') ?? 'MD5').toLowerCase()]
    const nonce = given.get('nonce') ?? ''
    if (hash === undefined || given.get('uri') !== url || given.get('realm') !== REALM) return 'refused'
    const issuedMs = this.issued(nonce)
    if (issuedMs === undefined) return 'refused'
    const digest = (text: string) => createHash(hash).update(text).digest('hex')
    const secret = digest(`${this.username}:${REALM}:${this.password}`)
    const action = digest(`${method}:${url}`)
    // Without qop: RFC 2069, which many recorders still speak.
    const protection = given.has('qop')
      ? `:${given.get('nc')}:${given.get('cnonce')}:${given.get('qop')}`
      : ''
    const expected = digest(`${secret}:${nonce}${protection}:${action}`)
    const isRight =
      given.get('username') === this.username && equalInConstantTime(expected, given.get('response') ?? '')
    if (!isRight) return 'refused'
    return nowMs - issuedMs > NONCE_LIFE_MS ? 'stale' : 'accepted'
  }

  private nonce(nowMs: number): string {
    const issued = nowMs.toString(16)
    return `${issued}-${this.seal(issued)}`
  }

  private issued(nonce: string): number | undefined {
    const [issued = '', seal = ''] = nonce.split('-')
    return equalInConstantTime(this.seal(issued), seal) ? Number.parseInt(issued, 16) : undefined
  }

  private seal(issued: string): string {
    return createHmac('sha256', this.nonceKey).update(issued).digest('hex').slice(0, 32)
  }
}

function parameters(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, bare] of text.matchAll(/(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/g)) {
    found.set(name.toLowerCase(), quoted ?? bare ?? '')
  }
  return found
}

function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b.toLowerCase())
  return left.length === right.length && timingSafeEqual(left, right)
}
