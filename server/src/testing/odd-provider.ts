/** An identity provider that answers as a test says: what no provider of a package would do. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

type Claims = Record<string, unknown>

export interface OddProvider {
  issuer: string
  port: number
  /** Changes the claims of the next ID tokens. */
  claims: (good: Claims) => Claims
  header: Claims
  /** The next tokens are signed with it. */
  key: KeyObject
  /** Paths that are answered otherwise. */
  instead: Map<string, (response: ServerResponse) => void>
  /** Resolves with the next request for a path. */
  asked: (path: string) => Promise<void>
  close: () => Promise<void>
}

export const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

export async function oddProvider(clientId: string): Promise<OddProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const waiting = new Map<string, () => void>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', self.issuer).pathname
    waiting.get(path)?.()
    waiting.delete(path)
    const instead = self.instead.get(path)
    if (instead) return instead(response)
    const answer = answers()[path]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the provider has no port')
  const issuer = `http://127.0.0.1:${bound.port}`
  const self: OddProvider = {
    issuer,
    port: bound.port,
    claims: (good) => good,
    header: { alg: 'RS256', kid: 'one', typ: 'JWT' },
    key: privateKey,
    instead: new Map(),
    asked: (path) => new Promise((resolve) => waiting.set(path, resolve)),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const answers = (): Record<string, unknown> => {
    const now = Math.floor(Date.now() / 1000)
    const good = {
      iss: issuer,
      aud: clientId,
      sub: 'ada',
      iat: now,
      exp: now + 300,
      groups: ['guards'],
      name: 'Ada',
    }
    return {
      '/.well-known/openid-configuration': {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
      '/jwks': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
      '/token': {
        access_token: 'of no use',
        token_type: 'Bearer',
        id_token: signed(self.header, self.claims(good), self.key),
      },
    }
  }
  return self
}

function signed(header: Claims, claims: Claims, key: KeyObject): string {
  const part = (it: Claims): string => Buffer.from(JSON.stringify(it)).toString('base64url')
  const text = `${part(header)}.${part(claims)}`
  const signature = header['alg'] === 'none' ? '' : createSign('sha256').update(text).sign(key, 'base64url')
  return `${text}.${signature}`
}
