/** What is asked of an identity provider; the protocol itself is openid-client's. */
import * as openid from 'openid-client'

import type { Clock } from '../../engines/clock.ts'
import { type Outgoing, OutgoingFault } from '../../engines/outgoing.ts'
import type { Secret } from '../../engines/secret-box.ts'
import { ProviderFault } from './provider-fault.ts'

/** Time limit of all that one step asks; a console waits for 10 s. */
export const ANSWER_MS = 8000
/** Largest answer. Documents and keys have some 10 KB, a token with many groups as much. */
const MOST_BYTES = 256 * 1024
/** Longest address of a log-out: servers take 8 KiB and more of a request's head. */
const LONGEST_END = 6000

export interface ProviderAccess {
  issuer: string
  clientId: string
  /** Undefined: a public client. */
  secret: Secret | undefined
  scopes: string
}

/** What binds a log-in to the browser that began it, and its tokens to the log-in. */
export interface Bond {
  state: string
  nonce: string
  verifier: string
}

export interface Confirmed {
  issuer: string
  subject: string
  /** Claims of the ID token and, where the provider has it, of its user info. */
  claims: Readonly<Record<string, unknown>>
  /** Where a browser ends the provider's session, to come back to the page; not every provider has that. */
  endUrl: string | undefined
}

export interface OpenIdNeeds {
  outgoing: Outgoing
  clock: Clock
}

export interface OpenId {
  /** Throws ProviderFault where nobody at the issuer's address knows this protocol. */
  check(access: ProviderAccess): Promise<void>
  /** Where the browser goes. */
  begin(access: ProviderAccess, bond: Bond, redirectUri: string): Promise<string>
  /** Exchanges the code. What it answers was signed by the issuer, for this client and this log-in, and has not ended. */
  finish(
    access: ProviderAccess,
    bond: Bond,
    callback: URL,
    hasEnough: (claims: Confirmed['claims']) => boolean,
  ): Promise<Confirmed>
}

export function openId(needs: OpenIdNeeds): OpenId {
  return {
    check: (access) => asking(needs, async (fetch) => void (await configurationOf(access, fetch))),

    begin: (access, bond, redirectUri) =>
      asking(needs, async (fetch) => {
        const configuration = await configurationOf(access, fetch)
        const url = openid.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: access.scopes,
          state: bond.state,
          nonce: bond.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(bond.verifier),
          code_challenge_method: 'S256',
        })
        return url.href
      }),

    finish: (access, bond, callback, hasEnough) =>
      asking(needs, async (fetch) => {
        const configuration = await configurationOf(access, fetch)
        const tokens = await openid.authorizationCodeGrant(configuration, callback, {
          pkceCodeVerifier: bond.verifier,
          expectedNonce: bond.nonce,
          expectedState: bond.state,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new TypeError('no ID token')
        const { iss: issuer, sub: subject } = claims
        const endUrl = endUrlOf(configuration, tokens.id_token, callback)
        if (hasEnough(claims) || !configuration.serverMetadata().userinfo_endpoint)
          return { issuer, subject, claims, endUrl }
        // Many providers tell groups and names there alone.
        const more = await openid.fetchUserInfo(configuration, tokens.access_token, subject)
        return { issuer, subject, claims: { ...more, ...claims }, endUrl }
      }),
  }
}

/** OpenID Connect RP-Initiated Logout 1.0, section 2. */
function endUrlOf(
  configuration: openid.Configuration,
  idToken: string | undefined,
  callback: URL,
): string | undefined {
  const { issuer, end_session_endpoint: endpoint } = configuration.serverMetadata()
  const protocol = URL.parse(endpoint ?? '')?.protocol
  if (protocol !== 'https:' && protocol !== new URL(issuer).protocol) return undefined
  const back = new URL(callback)
  back.search = ''
  const said = { post_logout_redirect_uri: back.href }
  const { href } = openid.buildEndSessionUrl(configuration, {
    ...said,
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
  })
  // Without the token the provider asks the person first.
  return href.length <= LONGEST_END ? href : openid.buildEndSessionUrl(configuration, said).href
}

/** Read anew each time, so that a key or an address that the provider changes holds at once. */
async function configurationOf(
  { issuer, clientId, secret }: ProviderAccess,
  fetch: openid.CustomFetch,
): Promise<openid.Configuration> {
  const server = new URL(issuer)
  const isPlain = server.protocol === 'http:'
  const found = await openid.discovery(server, clientId, undefined, openid.None(), {
    [openid.customFetch]: fetch,
    timeout: (2 * ANSWER_MS) / 1000,
    // Which plain addresses may be asked at all is checked at each request.
    execute: isPlain ? [openid.allowInsecureRequests] : [],
  })
  const metadata = found.serverMetadata()
  const ways = metadata.token_endpoint_auth_methods_supported
  const isBasic = ways === undefined || ways.includes('client_secret_basic')
  const shown = secret?.reveal()
  const authentication =
    shown === undefined
      ? openid.None()
      : isBasic
        ? openid.ClientSecretBasic(shown)
        : openid.ClientSecretPost(shown)
  const configuration = new openid.Configuration(metadata, clientId, undefined, authentication)
  configuration[openid.customFetch] = fetch
  configuration.timeout = (2 * ANSWER_MS) / 1000
  if (isPlain) openid.allowInsecureRequests(configuration)
  openid.enableNonRepudiationChecks(configuration)
  return configuration
}

/** One deadline for all requests of a step; whatever goes wrong is a ProviderFault. */
async function asking<T>(
  { outgoing, clock }: OpenIdNeeds,
  step: (fetch: openid.CustomFetch) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController()
  const timer = clock.after(ANSWER_MS, () => deadline.abort())
  let failed: OutgoingFault | undefined
  const fetch: openid.CustomFetch = async (url, { method, headers, body, signal }) => {
    try {
      return await outgoing(url, {
        method,
        headers,
        ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
        signal: AbortSignal.any([deadline.signal, ...(signal ? [signal] : [])]),
        maxBytes: MOST_BYTES,
      })
    } catch (error) {
      if (error instanceof OutgoingFault) failed = error
      throw error
    }
  }
  try {
    return await step(fetch)
  } catch (error) {
    throw faultOf(error, failed)
  } finally {
    timer.stop()
  }
}

function faultOf(error: unknown, failed: OutgoingFault | undefined): unknown {
  if (failed) {
    const { trouble } = failed
    if (trouble === 'address') return new ProviderFault('address', failed.message)
    return new ProviderFault(trouble === 'silent' || trouble === 'slow' ? 'silent' : 'doubtful', trouble)
  }
  if (error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError)
    return new ProviderFault('doubtful', error.error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('OAUTH_')) return new ProviderFault('doubtful', code)
  // What the provider says may be no address, no key or no number.
  const isOdd = error instanceof openid.ClientError || error instanceof TypeError
  return isOdd ? new ProviderFault('doubtful', 'protocol') : error
}
