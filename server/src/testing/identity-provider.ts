/** A real OpenID provider: the person whom it is told logs in, or people choose on its page. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { Provider } from 'oidc-provider'

export const CLIENT = { id: 'vedette', secret: 'a-secret-of-the-client' }

export interface Person {
  name: string
  email: string
  groups: readonly string[]
}

export interface IdentityProvider {
  issuer: string
  port: number
  people: Map<string, Person>
  /** Who is at the browser; undefined: the page asks. */
  atBrowser: string | undefined
  /** Begins to serve; nobody answers before. */
  open(redirectUri: string): void
  close(): Promise<void>
}

export async function identityProvider(port = 0): Promise<IdentityProvider> {
  let handle = (_request: IncomingMessage, response: ServerResponse): unknown => response.writeHead(404).end()
  const server = createServer((request, response) => void handle(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (typeof bound !== 'object' || bound === null) throw new Error('the identity provider has no port')
  const self: IdentityProvider = {
    issuer: `http://127.0.0.1:${bound.port}`,
    port: bound.port,
    people: new Map(),
    atBrowser: undefined,
    open(redirectUri) {
      handle = serving(self, redirectUri)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      if (server.listening) await once(server, 'close')
    },
  }
  return self
}

function serving(self: IdentityProvider, redirectUri: string) {
  const provider = new Provider(self.issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: ['of this test alone'] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email'],
      groups: ['groups'],
    },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/choose/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (context, form) => {
          const button = '<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>'
          context.body = documentOf(`<h1>Sign out?</h1>${form}${button}`)
        },
      },
    },
    findAccount: (_context, id) => {
      const person = self.people.get(id)
      if (!person) return undefined
      const claims = { sub: id, preferred_username: id, ...person, groups: [...person.groups] }
      return { accountId: id, claims: () => claims }
    },
    // Nobody is asked what the platform may know.
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({
        ...(client ? { clientId: client.clientId } : {}),
        ...(session?.accountId === undefined ? {} : { accountId: session.accountId }),
      })
      grant.addOIDCScope('openid profile email groups')
      await grant.save()
      return grant
    },
  })
  const serve = provider.callback()
  return async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', self.issuer)
    if (!pathname.startsWith('/choose/')) return serve(request, response)
    const accountId = searchParams.get('person') ?? self.atBrowser
    if (accountId === undefined) return response.setHeader('content-type', 'text/html').end(page(self))
    return provider.interactionFinished(request, response, { login: { accountId } })
  }
}

function page({ people }: IdentityProvider): string {
  const buttons = [...people.keys()].map((id) => `<button name="person" value="${id}">${id}</button>`)
  return documentOf(`<h1>Who are you?</h1><form>${buttons.join('')}</form>`)
}

function documentOf(content: string): string {
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Directory</title>${content}</html>`
}
